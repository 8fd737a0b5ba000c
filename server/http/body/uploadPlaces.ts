/**
 * Limits concurrent uploads, because a file is in memory from its first byte until its handler has
 * ended. An upload above a limit is rejected, with a time to retry, before its body is read.
 */
import { HttpError } from '#server/errors.ts'
import { makeGate } from '#server/http/limits/concurrencyGate.ts'

/**
 * Maximum number of concurrent uploads in this process, of all users together and of one user or
 * link.
 */
const atOnce = { all: 16, one: 3 }
/**
 * Maximum time in ms for an upload: its transfer from a slow phone, and the reading of a large
 * sheet.
 */
const longestMs = 12 * 60_000
const retryAfter = 10
const gate = makeGate('uploads')

/**
 * Runs the work of an upload, including the reading of its body, within the limits. `asker` is the
 * key of the user or link. Throws 429 when this user or link has too many uploads in progress, 503
 * when all users together have.
 */
export const inUploadPlace = async <T>(
  { asker, signal }: { asker: string; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> => {
  const pass = { maxMs: longestMs, signal }
  const leaveOwn = gate.enter([{ key: asker, most: atOnce.one }], pass)
  if (!leaveOwn)
    throw new HttpError(429, 'Unggahan Anda yang lain belum selesai. Coba lagi sebentar lagi.', {
      retryAfter,
    })
  const leave = gate.enter([{ key: 'all', most: atOnce.all }], pass)
  try {
    if (!leave)
      throw new HttpError(503, 'Sedang banyak berkas yang diunggah. Coba lagi sebentar lagi.', {
        retryAfter,
      })
    return await work()
  } finally {
    leave?.()
    leaveOwn()
  }
}
