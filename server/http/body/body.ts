/**
 * Bodies of requests: read no further than their limit, JSON of a shape that nothing behind them
 * trips over.
 */
import { HttpError } from '#server/errors.ts'
import type { Body } from '#server/http/routes.ts'

/**
 * Maximum nesting, deeper than any valid input: recursion over a body must not exhaust the stack.
 */
const maxDepth = 30
const kB = 1024

/**
 * Returns why a body is rejected by every call; undefined for a valid body. PostgreSQL stores no
 * text with a NUL, and none with half a surrogate pair.
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

/** A body whose next part does not come for this long is given up. */
const silenceMs = 15_000
/** Longest time for a whole body: a start, and the time that a slow phone takes for its size. */
const startMs = 20_000
const slowestBytesPerMs = 16

/** Rejects with 408 when a part is late, or when the whole body takes too long. */
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
 * Reads the bytes of a body of at most `limit`. Throws `tooLarge` as soon as the body is longer (by
 * its Content-Length before reading), 408 when it comes too slowly, and 400 when it breaks off: a
 * client that disconnects is no server error.
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
    // Errors of the remaining body and of the closing connection are ignored.
    void reader?.cancel().catch(() => {})
    throw error
  }
  return Buffer.concat(chunks)
}

/**
 * Rejects JSON with half a surrogate pair, which no database stores and which would break every
 * list that contains it.
 */
const parsed = (text: string): unknown =>
  /\\ud[89a-f]/i.test(text)
    ? JSON.parse(text, (_, value: unknown) =>
        typeof value === 'string' ? value.toWellFormed() : value,
      )
    : JSON.parse(text)

/** A JSON object of at most `limit` bytes; none is an empty one. Throws 413, 415 or 400. */
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
