/**
 * Reads and discards the unread remainder of a request body before the response is sent. A response
 * sent during an upload would reset the connection, and the sender of a rejected file would see a
 * network error instead of the reason.
 */
import type { HttpBindings, Http2Bindings } from '@hono/node-server'

/**
 * Maximum number of bytes that are discarded. It is more than the largest accepted file. A client
 * that sends more may lose the response.
 */
const maxBytes = 32 * 1024 * 1024
/**
 * Maximum time in ms for reading the discarded bytes. In this time a phone can send a file of a few
 * MB.
 */
const maxMs = 30_000

/** Resolves when the whole body has arrived or a limit is reached. Never rejects. */
const restOf = ({ incoming }: Env): Promise<void> => {
  if (incoming.complete || incoming.destroyed) return Promise.resolve()
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve()
  return new Promise((done) => {
    let bytes = 0
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) end()
    }
    const end = () => {
      clearTimeout(timer)
      incoming.off('data', count)
      done()
    }
    const timer = setTimeout(end, maxMs)
    incoming.once('end', end).once('close', end).once('error', end)
    // Removes the listeners of the handler that began to read the body. The handler has ended and
    // needs no more data.
    incoming.removeAllListeners('data')
    incoming.on('data', count).resume()
  })
}

type Env = HttpBindings | Http2Bindings
type Fetch = (request: Request, env: Env) => Response | Promise<Response>
const bodiless = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Wraps a request handler so that the response is sent only after `restOf` has resolved. */
export const withRest =
  (fetch: Fetch): Fetch =>
  (request, env) => {
    const response = fetch(request, env)
    if (bodiless.has(request.method)) return response
    return Promise.resolve(response).then((answer) => restOf(env).then(() => answer))
  }
