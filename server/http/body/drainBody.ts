/**
 * Reads the rest of a body whose request was rejected early. A connection that is closed during an
 * upload is reset, and a reset loses the answer: the sender of a rejected file would see a broken
 * connection instead of the reason.
 */
import type { HttpBindings, Http2Bindings } from '@hono/node-server'

/** More than any file that we take; who sends more loses the answer. */
const maxBytes = 32 * 1024 * 1024
/** A phone needs that long for a file of some MB. */
const maxMs = 30_000

/** Resolves when the rest of the body has come, or the bounds are reached. Never rejects. */
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
    // The handler that began to read the request keeps nothing of the rest.
    incoming.removeAllListeners('data')
    incoming.on('data', count).resume()
  })
}

type Env = HttpBindings | Http2Bindings
type Fetch = (request: Request, env: Env) => Response | Promise<Response>
const bodiless = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Wraps `fetch` so that an answer is sent only after its request has come in completely. */
export const withRest =
  (fetch: Fetch): Fetch =>
  (request, env) => {
    const response = fetch(request, env)
    if (bodiless.has(request.method)) return response
    return Promise.resolve(response).then((answer) => restOf(env).then(() => answer))
  }
