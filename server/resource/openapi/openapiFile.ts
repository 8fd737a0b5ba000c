/**
 * Serves the API document, which is built and compressed at the first request. Browsers cache it by
 * its ETag.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { openApiInTurns } from '#server/resource/openapi/openapi.ts'

interface Served {
  etag: string
  plain: Uint8Array<ArrayBuffer>
  packed: Uint8Array<ArrayBuffer>
}

const make = async (): Promise<Served> => {
  const plain = new TextEncoder().encode(JSON.stringify(await openApiInTurns()))
  const packed = new Uint8Array(await promisify(gzip)(plain))
  const hash = createHash('sha256').update(plain).digest('base64url')
  return { etag: `W/"${hash}"`, plain, packed }
}
let served: Promise<Served> | undefined

/** Whether a client accepts gzip, by its `Accept-Encoding` header. */
const takesGzip = (header: string | null): boolean =>
  /(?:^|,)\s*(?:gzip|\*)\s*(?:,|$|;\s*q=(?:1|0\.\d*[1-9]))/i.test(header ?? '')

/**
 * Returns the response with the document. Returns 304 without the document when the ETag shows that
 * the client has the current version.
 */
export const openApiResponse = async (request: Request): Promise<Response> => {
  served ??= make()
  const { etag, plain, packed } = await served
  const headers = {
    'Cache-Control': 'public, no-cache',
    ETag: etag,
    Vary: 'Accept-Encoding',
    'Content-Type': 'application/json; charset=utf-8',
  }
  if (request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers })
  const isPacked = takesGzip(request.headers.get('accept-encoding'))
  const body = isPacked ? packed : plain
  return new Response(body, {
    headers: {
      ...headers,
      'Content-Length': String(body.length),
      ...(isPacked && { 'Content-Encoding': 'gzip' }),
    },
  })
}
