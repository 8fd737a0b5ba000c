/**
 * Tests HEAD requests, cut connections and bodies that never end, on real connections and all
 * routes. Afterwards no concurrency limiter may still count these requests, and the routes must
 * still work.
 */
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve, type ServerType } from '@hono/node-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeBill } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { openApi } from '#server/resource/openapi/openapi.ts'
import { busyLimiters } from '#server/runtime/limiters.ts'
import { withRest } from '../body/drainBody.ts'

let s: School
let server: ServerType
let port: number
let bill: number
let link: string
beforeAll(async () => {
  s = await makeSchool()
  bill = await makeBill(s, s.ids.akun, 500_000)
  const { url } = must(await s.admin.post<{ url: string }>(`/billing/share?id=${bill}`))
  link = new URL(url).pathname
  const fetch = withRest(s.app.fetch as Parameters<typeof withRest>[0])
  await new Promise<void>((listening) => {
    server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => listening())
  })
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  await new Promise((closed) => {
    server.close(closed)
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
  await s.close()
})

const routes = Object.entries(
  openApi().paths as Record<string, Record<string, { requestBody?: { content: object } }>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { requestBody }]) => ({
    method: method.toUpperCase(),
    path: `/api${path.replaceAll(/\{\w+\}/g, 'x')}`,
    type: Object.keys(requestBody?.content ?? {})[0] ?? 'application/json',
  })),
)
const reads = () => [
  ...routes.filter(({ method }) => method === 'GET').map(({ path }) => path),
  ...['', '/bayar', '/pdf', '/gambar/1'].map((page) => `${link}${page}`),
]
const writes = () => [
  ...routes.filter(({ method }) => method === 'POST'),
  ...['/kode', '/masuk', '/kirim/x'].map((page) => ({
    path: `${link}${page}`,
    type: page.startsWith('/kirim') ? 'multipart/form-data' : 'application/x-www-form-urlencoded',
  })),
]
/** Returns the path of every GET route, once without and once with the id of a row. */
const addresses = () =>
  reads().flatMap((path) => [path, `${path}?id=${path.includes('/billing/') ? bill : 1}`])

const sockets = new Set<Socket>()
const head = (method: string, path: string, headers: readonly string[] = []) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${s.superadmin.token}`,
    ...headers,
    '\r\n',
  ].join('\r\n')
/**
 * Sends text on a new connection. `answered` resolves to the status of the response, or to 0 if the
 * connection closes without a response.
 */
const send = (text: string): { socket: Socket; answered: Promise<number> } => {
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  sockets.add(socket)
  const answered = new Promise<number>((resolve) => {
    socket.once('data', (data) => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(String(data))?.[1])))
    socket.once('close', () => resolve(0)).on('error', () => resolve(0))
  })
  return { socket, answered }
}
const endAll = () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
}
/** Calls `work` for each item, for at most 12 items at a time. */
const inBatches = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>) => {
  const rest = [...items]
  const worker = async () => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: 12 }, worker))
}
const expectAllPlacesFree = () =>
  vi.waitFor(() => expect(busyLimiters()).toEqual({}), { timeout: 20_000, interval: 100 })
const expectPdf = async () => {
  const headers = { authorization: `Bearer ${s.admin.token}` }
  for (const path of [`/api/billing/pdf?id=${bill}`, `${link}/pdf`]) {
    const answer = await s.app.request(path, { headers })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([answer.status, bytes.toString('latin1', 0, 4)]).toEqual([200, '%PDF'])
  }
}

test('keeps PDFs available after ten HEAD requests for a PDF', async () => {
  for (let n = 0; n < 10; n++)
    for (const path of [`/api/billing/pdf?id=${bill}`, `${link}/pdf`]) {
      const { answered } = send(head('HEAD', path, ['Connection: close']))
      expect(await answered, path).toBe(200)
    }
  await expectAllPlacesFree()
  await expectPdf()
})

test('releases its resources after HEAD on every route', async () => {
  await inBatches(addresses(), async (path) => {
    const { answered } = send(head('HEAD', path, ['Connection: close']))
    expect(await answered, path).toBeGreaterThan(0)
  })
  await expectAllPlacesFree()
  await expectPdf()
}, 120_000)

test('releases its resources when a connection is cut at any moment of any read', async () => {
  await inBatches(addresses(), async (path) => {
    const { socket } = send(head('GET', path))
    await sleep(Math.random() * 40)
    socket.destroy()
  })
  await expectAllPlacesFree()
  await expectPdf()
}, 120_000)

test('aborts a body that never ends, frees its place and keeps the route available', async () => {
  const halfSent = writes().map(({ path, type }) => {
    const length = ['Content-Length: 1000', `Content-Type: ${type}; boundary=x`]
    return { path, ...send(`${head('POST', path, length)}{"a`) }
  })
  const answers = Promise.all(halfSent.map(async ({ path, answered }) => [path, await answered]))
  // Expects that the limiter of bill pages does not count half-sent forms of anonymous visitors.
  await sleep(1000)
  expect(busyLimiters()['bill pages']).toBeUndefined()
  expect((await s.app.request(link)).status).toBe(200)
  // Waits up to 30 s. A body without further data times out after 15 s, and the remaining bytes of
  // a body whose request was rejected early are read for up to 30 s.
  await vi.waitFor(() => expect(busyLimiters()).toEqual({}), { timeout: 30_000, interval: 200 })
  endAll()
  expect((await answers).filter(([, status]) => status === 500)).toEqual([])
  await expectPdf()
}, 120_000)
