/**
 * Minimal HTTP client that sends exactly the bytes it is given and measures the time of a response.
 */
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { Wire } from './request.ts'

export interface Answer {
  /** HTTP status; 0 if no response has arrived. */
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /**
   * Time in ms from sending the first byte of the request to reading the last byte of the response.
   */
  ms: number
  /** Reason why no response has arrived. */
  error?: string
}

/** Maximum time to wait for a response, in ms. */
const patienceMs = 30_000

/** Returns the body of a response, decompressed if the server has sent it with gzip. */
const unpacked = (headers: IncomingHttpHeaders, chunks: Buffer[]): Buffer => {
  const body = Buffer.concat(chunks)
  return headers['content-encoding'] === 'gzip' && body.length > 0 ? gunzipSync(body) : body
}

const once = (agent: Agent, port: number, wire: Wire) =>
  new Promise<Answer & { reused: boolean }>((done) => {
    const began = performance.now()
    let reused = false
    const end = (status: number, headers: IncomingHttpHeaders, body: Buffer, error?: string) =>
      done({
        status,
        headers,
        body,
        ms: performance.now() - began,
        reused,
        ...(error && { error }),
      })
    const length =
      wire.body && wire.headers['content-length'] === undefined
        ? { 'content-length': String(wire.body.length) }
        : {}
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method: wire.method,
        path: wire.target,
        headers: { ...wire.headers, ...length },
      },
      (response) => {
        const chunks: Buffer[] = []
        const { statusCode = 0, headers } = response
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('end', () => end(statusCode, headers, unpacked(headers, chunks)))
        response.once('error', (error) =>
          end(0, headers, Buffer.concat(chunks), `cut off: ${error.message}`),
        )
      },
    )
    sent.setTimeout(patienceMs, () =>
      sent.destroy(new Error(`no answer in ${patienceMs / 1000} s`)),
    )
    sent.once('error', (error) => {
      reused = sent.reusedSocket
      end(0, {}, Buffer.alloc(0), error.message)
    })
    sent.end(wire.body)
  })

export interface Client {
  send: (wire: Wire) => Promise<Answer>
  close: () => void
}

/**
 * Makes a client for the server at `port` on this machine. The client keeps at most `connections`
 * connections open.
 */
export const clientOf = (port: number, connections: number): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const fresh = new Agent({ keepAlive: false })
  return {
    send: async (wire) => {
      const answer = await once(agent, port, wire)
      // The server may close an idle connection at the moment when the client uses it again. The
      // client then sends the request once more.
      const again =
        answer.error && answer.reused && /ECONNRESET|socket hang up|EPIPE/.test(answer.error)
      // The retry uses a new connection, because the server may have closed other idle connections
      // as well.
      return again ? once(fresh, port, wire) : answer
    },
    close: () => agent.destroy(),
  }
}
