/**
 * Bodies of requests: read no further than their limit, JSON of a shape that nothing behind them
 * trips over.
 */
import { HttpError } from '#server/errors.ts'
import type { Body } from '#server/http/routes.ts'

/** Deeper than any input of ours: what walks a body by recursion must not run out of stack. */
const maxDepth = 30
const kB = 1024

/**
 * Why a body is refused whatever it is for; undefined when it is not. PostgreSQL has no text with a
 * NUL in it, and none with half a character (in the name of a field: others are made whole).
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
  for (const one of inner) {
    const fault = faultOf(one, depth + 1)
    if (fault !== undefined) return fault
  }
  return undefined
}

/**
 * The bytes of a body of at most `limit`. Throws `tooLarge` as soon as it is longer, by its
 * Content-Length before anything is read, and 400 when it breaks off: a client that leaves is no
 * error of ours.
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
  const next = () =>
    reader?.read().catch(() => {
      throw new HttpError(400, 'Kiriman terputus')
    })
  for (let part = await next(); part && !part.done; part = await next()) {
    size += part.value.length
    if (size > limit) {
      // What the peer still sends is nobody's any more, and neither is how its connection ends.
      await reader?.cancel().catch(() => {})
      throw tooLarge()
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks)
}

/**
 * JSON whose texts are whole: an escape can name half a character, which no database keeps and
 * which breaks every later reading of a list that it stands in.
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
