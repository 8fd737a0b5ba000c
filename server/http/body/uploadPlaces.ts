/**
 * Places of uploads: a file is in memory from its first byte until its handler has ended, so few
 * may come at the same moment, and few of one person or link. Everybody else is asked to come again
 * before the body is read.
 */
import { HttpError } from '#server/errors.ts'
import { makeGate } from '#server/http/limits/concurrencyGate.ts'

/** Uploads at the same moment in this process, in all and of one person or link. */
const atOnce = { all: 16, one: 3 }
/** Longest time for one upload: its bytes from a slow phone, and the reading of a large sheet. */
const longestMs = 12 * 60_000
const retryAfter = 10
const gate = makeGate('uploads')

/**
 * Runs the work of an upload, reading its body included, in a place of `asker`. Throws 429 when
 * this asker has too many under way, 503 when all have.
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
