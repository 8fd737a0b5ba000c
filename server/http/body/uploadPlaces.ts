/**
 * Limits the number of concurrent uploads, because each file stays in memory until its handler has
 * ended. An upload above a limit is rejected before its body is read, with a Retry-After header.
 */
import { HttpError } from '#server/errors.ts'
import { makeGate } from '#server/http/limits/concurrencyGate.ts'

/**
 * Maximum number of concurrent uploads in this process: in total (`all`), and per user (`one`).
 * Anonymous visitors are counted per link to a bill instead.
 */
const atOnce = { all: 16, one: 3 }
/**
 * Time in ms after which an unfinished upload no longer counts. It is enough for the transfer from
 * a slow phone and for reading a large spreadsheet.
 */
const longestMs = 12 * 60_000
const retryAfter = 10
const gate = makeGate('uploads')

/**
 * Runs `work`, which reads and processes an upload, within the limits. `asker` identifies the user
 * or, for an anonymous visitor, the link to a bill. `signal` aborts when the client disconnects.
 * Throws 429 when this user or link has too many uploads in progress, and 503 when all users
 * together have too many.
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
