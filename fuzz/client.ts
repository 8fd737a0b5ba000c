/**
 * The plainest HTTP client: what is sent is what the fuzzer wrote, and how long it took is known.
 */
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { Wire } from './request.ts'

export interface Answer {
  /** 0 when none came. */
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** From the first byte sent to the last one read. */
  ms: number
  /** Why no answer came. */
  error?: string
}

/** No answer is waited for longer. */
const patienceMs = 30_000

/** An answer of more than a few kB is compressed for who takes that. */
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

/** A client of a server on this machine; it goes nowhere else. */
export const clientOf = (port: number, connections: number): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const fresh = new Agent({ keepAlive: false })
  return {
    send: async (wire) => {
      const answer = await once(agent, port, wire)
      // The server may close a connection that waits at the very moment that it is used again.
      const again =
        answer.error && answer.reused && /ECONNRESET|socket hang up|EPIPE/.test(answer.error)
      // Others of its age may be closed too: a new one tells.
      return again ? once(fresh, port, wire) : answer
    },
    close: () => agent.destroy(),
  }
}
