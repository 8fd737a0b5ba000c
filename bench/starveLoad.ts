/**
 * Loads the server for bench/starve.ts. Runs in a separate thread, so that it does not delay the
 * measurement.
 */
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export type Load = 'search' | 'sum' | 'export' | 'import' | 'preview' | 'generate'
interface Given {
  url: string
  token: string
  loads: readonly Load[]
  /**
   * Offset of the months that this run generates and of the names that it imports. Each run has a
   * different offset, so that it does not repeat months and names of earlier runs.
   */
  from: number
}

const { url, token, loads, from } = workerData as Given
// Opens a new connection for each request, because the server could close an idle connection at the
// moment of its reuse.
const agent = new Agent({ keepAlive: false })
const done: Record<string, number> = {}
let stopped = false
parentPort?.once('message', () => {
  stopped = true
})

const send = (
  path: string,
  body?: string | Buffer,
  headers: Record<string, string> = {},
): Promise<void> =>
  new Promise((resolve, fail) => {
    const method = body === undefined ? 'GET' : 'POST'
    const all = { authorization: `Bearer ${token}`, ...headers }
    request(url + path, { agent, method, headers: all }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        if ((response.statusCode ?? 500) >= 400) text += chunk.toString()
      })
      response
        .once('end', () => {
          if ((response.statusCode ?? 500) < 400) resolve()
          else fail(new Error(`${path}: ${response.statusCode} ${text}`))
        })
        .once('error', fail)
    })
      .once('error', fail)
      .end(body)
  })
const again = async (name: Load, run: (round: number) => Promise<void>): Promise<void> => {
  for (let round = 0; !stopped; round++) {
    await run(round)
    done[name] = (done[name] ?? 0) + 1
  }
}
/**
 * Sends requests in `count` concurrent loops until the run is stopped. Each loop sends its next
 * request after the response to the previous one.
 */
const streams = (count: number, name: Load, path: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => again(name, () => send(path(i))))

const names = ['wijaya', 'santoso', 'budi', 'siti', 'an', 'putri', 'wijya', '0812 34']
/**
 * Number of months that the loads `preview` and `generate` use, starting with 2027-01. The data
 * have no bills of these months.
 */
const newMonths = 58
const month = (n: number) => new Date(Date.UTC(2027, n % newMonths, 1)).toISOString().slice(0, 7)
const json = { 'content-type': 'application/json' }

/** Returns a CSV sheet of new students to import, each with a different payer. */
const sheet = (round: number, rows: number): string => {
  const head =
    'Nama *;Jenis Kelamin;Tanggal Lahir;Nama Akun Billing;No. HP Akun Billing;Nama Wali;No. HP Wali;Persetujuan Wali'
  const start = 10_000_000 + (from * 50 + round) * 10_000
  return [
    head,
    ...Array.from(
      { length: rows },
      (_, i) =>
        `Anak ${start + i};L;04/03/2015;Keluarga ${start + i};0857${start + i};Wali;081234567890;ya`,
    ),
  ].join('\n')
}
const upload = (round: number): Promise<void> => {
  const boundary = 'nada-bench'
  const body = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${sheet(round, 5000)}\r\n--${boundary}--\r\n`
  return send('/user/import', body, {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'idempotency-key': `${from}-${round}`,
  })
}

const starts: Record<Load, () => Promise<void>[]> = {
  search: () =>
    streams(16, 'search', (i) => `/search?q=${encodeURIComponent(names[i % names.length] ?? '')}`),
  sum: () => streams(16, 'sum', () => '/billing/total?status=1'),
  export: () => streams(1, 'export', () => '/billing/ekspor?format=xlsx'),
  import: () => [again('import', upload)],
  preview: () => [
    again('preview', (round) =>
      send('/billing/pratinjau', JSON.stringify({ periode: month(from + round) }), json),
    ),
  ],
  generate: () => [
    again('generate', (round) =>
      send('/billing/generate', JSON.stringify({ periode: month(from + round) }), {
        ...json,
        'idempotency-key': `${from}-${round}`,
      }),
    ),
  ],
}
await Promise.all(loads.flatMap((load) => starts[load]()))
parentPort?.postMessage(done)
