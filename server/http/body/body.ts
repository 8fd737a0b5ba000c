/** Reads request bodies up to a size limit, and rejects JSON that no call can accept. */
import { HttpError } from '#server/errors.ts'
import type { Body } from '#server/http/routes.ts'

/**
 * Maximum nesting depth of a body. Valid input is never that deep, and recursion over a very deep
 * body could exhaust the stack.
 */
const maxDepth = 30
const kB = 1024

/**
 * Returns why no call can accept a body: it is nested too deeply or contains a NUL character or
 * half a surrogate pair, which PostgreSQL cannot store. Returns undefined for an acceptable body.
 */
const faultOf = (value: unknown, depth = 0): string | undefined => {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed()
      ? 'Isi permintaan memuat karakter yang tidak diizinkan'
      : undefined
  if (value === null || typeof value !== 'object') return undefined
  if (depth >= maxDepth) return 'Isi permintaan bersarang terlalu dalam'
  const inner: unknown[] = Array.isArray(value)
    ? value
    : [...Object.keys(value), ...Object.values(value)]
  for (const item of inner) {
    const fault = faultOf(item, depth + 1)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Maximum time in ms between two chunks of a body. */
const silenceMs = 15_000
/**
 * Fixed part of the maximum time in ms for a whole body. The variable part is the time that a body
 * of the maximum size takes at `slowestBytesPerMs`.
 */
const startMs = 20_000
/** Upload speed of a slow phone in bytes per ms. */
const slowestBytesPerMs = 16

/**
 * Returns a function that waits for the next chunk of a body of at most `limit` bytes. The function
 * rejects with 408 when the chunk or the whole body takes too long.
 */
const deadlineOf = (limit: number) => {
  const end = Date.now() + startMs + limit / slowestBytesPerMs
  return async <T>(part: Promise<T>): Promise<T> => {
    const late = Promise.withResolvers<never>()
    const wait = Math.min(silenceMs, end - Date.now())
    const timer = setTimeout(
      () => late.reject(new HttpError(408, 'Kiriman terlalu lama tidak selesai')),
      wait,
    )
    try {
      return await Promise.race([part, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * Reads a body of at most `limit` bytes. Throws the error `tooLarge()` for a longer body; if
 * Content-Length shows the length, it throws before reading. Throws 408 when the body arrives too
 * slowly, and 400 when the client disconnects.
 */
export const readBytes = async (
  request: Request,
  limit: number,
  tooLarge: () => HttpError,
): Promise<Buffer> => {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  const inTime = deadlineOf(limit)
  const next = () =>
    reader &&
    inTime(
      reader.read().catch(() => {
        throw new HttpError(400, 'Kiriman terputus')
      }),
    )
  try {
    for (let part = await next(); part && !part.done; part = await next()) {
      size += part.value.length
      if (size > limit) throw tooLarge()
      chunks.push(part.value)
    }
  } catch (error) {
    // Ignores an error of `cancel`, because a broken connection also makes `cancel` fail.
    void reader?.cancel().catch(() => {})
    throw error
  }
  return Buffer.concat(chunks)
}

/**
 * Parses JSON, and replaces half of a surrogate pair (broken emoji) in a text by U+FFFD, because
 * such a half cannot be stored and would break every list that contains the text.
 */
const parsed = (text: string): unknown =>
  /\\ud[89a-f]/i.test(text)
    ? JSON.parse(text, (_, value: unknown) =>
        typeof value === 'string' ? value.toWellFormed() : value,
      )
    : JSON.parse(text)

/**
 * Reads a JSON object of at most `limit` bytes; an empty body gives an empty object. Throws 413
 * when the body is longer, 415 for another content type, 400 for invalid JSON, and 408 when the
 * body arrives too slowly.
 */
export const readBody = async (request: Request, limit: number): Promise<Body> => {
  const tooLarge = () => new HttpError(413, `Isi permintaan lebih dari ${limit / kB} kB`)
  const text = (await readBytes(request, limit, tooLarge)).toString('utf8').trim()
  if (text === '') return {}
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    throw new HttpError(415, 'Isi permintaan harus application/json')
  let body: unknown
  try {
    body = parsed(text)
  } catch {
    throw new HttpError(400, 'Isi permintaan bukan JSON yang benar')
  }
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new HttpError(400, 'Isi permintaan harus berupa objek JSON')
  const fault = faultOf(body)
  if (fault !== undefined) throw new HttpError(400, fault)
  return body as Body
}
