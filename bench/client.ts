/** Starts the server that a benchmark measures, and provides an HTTP client for it. */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { startServer } from '../scripts/process.ts'
import { password } from './data.ts'

export interface Server {
  /** Base URL of the API. */
  url: string
  /** Access token of the superadmin. */
  token: string
  get(path: string): Promise<{ status: number; text: string }>
  /**
   * Sends a GET request and discards the body of the response. Returns the HTTP status, the size of
   * the body in bytes and the number of line feeds in the body.
   */
  drain(path: string): Promise<{ status: number; size: number; newlines: number }>
  post(path: string, body: object, key?: string): Promise<Record<string, unknown>>
  /** Returns the resident memory of the server process in MB, or NaN if `/proc` does not exist. */
  rss(): number
  stop(): Promise<void>
}

const memoryOf = (pid: number | undefined): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  } catch {
    return NaN
  }
}

/**
 * Starts the real server and logs in as superadmin. `env` contains environment variables of the
 * server, such as `DATA_DIR` or `DATABASE_URL`, which select its database.
 */
export const serve = async (env: Record<string, string>): Promise<Server> => {
  const server = await startServer({ LOG_LEVEL: 'error', ADMIN_PASSWORD: password, ...env })
  const url = `${server.url}/api`
  // Uses a single kept-alive connection and a minimal client, so that the client adds little to the
  // measured times.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (
    path: string,
    {
      method = 'GET',
      body,
      headers,
    }: { method?: string; body?: string; headers?: Record<string, string> } = {},
    token = '',
  ) =>
    new Promise<{ status: number; text: string }>((done, fail) => {
      request(
        url + path,
        { agent, method, headers: { ...headers, authorization: `Bearer ${token}` } },
        (response) => {
          const chunks: Buffer[] = []
          response
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () =>
              done({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
            )
        },
      )
        .once('error', fail)
        .end(body)
    })
  const postTo = async (
    path: string,
    body: object,
    key?: string,
    token = '',
  ): Promise<Record<string, unknown>> => {
    const { text } = await send(
      path,
      {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
      },
      token,
    )
    const answer = JSON.parse(text) as { success: boolean; data: Record<string, unknown> }
    if (!answer.success) throw new Error(`${path}: ${JSON.stringify(answer.data)}`)
    return answer.data
  }
  const token = String((await postTo('/auth/login', { username: 'superadmin', password })).key)
  const drain: Server['drain'] = (path) =>
    new Promise((done, fail) => {
      request(url + path, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
        let [size, newlines] = [0, 0]
        response
          .on('data', (chunk: Buffer) => {
            size += chunk.length
            for (const byte of chunk) if (byte === 10) newlines++
          })
          .on('end', () => done({ status: response.statusCode ?? 0, size, newlines }))
          .on('error', fail)
      })
        .once('error', fail)
        .end()
    })
  return {
    url,
    token,
    drain,
    get: (path) => send(path, undefined, token),
    post: (path, body, key) => postTo(path, body, key, token),
    rss: () => memoryOf(server.pid),
    stop: server.stop,
  }
}
