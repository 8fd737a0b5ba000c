/**
 * Short run of the fuzzer against the API over HTTP, and tests of the fuzzer's checks themselves.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve, type ServerType } from '@hono/node-server'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { testKeys } from '#mocks/api/api.ts'
import { operationsOf, type ApiDocument } from '#mocks/api/apiDocument.ts'
import { checkMoney } from '#mocks/people/family.ts'
import { makeMissing } from '#mocks/samples.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { createApp } from '#server/app.ts'
import { withApp } from '#server/http/static.ts'
import { judge } from './check.ts'
import { clientOf, type Answer, type Client } from './client.ts'
import { keeperOf, type Keeper } from './keeper.ts'
import { mutate } from './mutate.ts'
import { randomOf } from './random.ts'
import { reportOf } from './report.ts'
import { validRequest, wireOf } from './request.ts'
import { fuzz } from './run.ts'
import { newSeen } from './seenIds.ts'

const seed = 20_261_122
const isPostgres = process.env.ENGINE === 'postgres'
let s: School
let server: ServerType
let client: Client
let keeper: Keeper
let document: ApiDocument
const logged: string[] = []

beforeAll(async () => {
  s = await makeSchool()
  await makeMissing(s)
  const write = (line: string) => {
    // Ignores errors of the backup job. The job fails in this test, because no backup target is
    // configured.
    if (JSON.parse(line).job !== 'cadangan') logged.push(line)
  }
  const log = pino({ level: 'error' }, { write })
  const api = withApp(createApp({ db: s.db, dataKeys: testKeys, log }), 'no-folder')
  server = serve({ fetch: api.fetch, port: 0, hostname: '127.0.0.1' })
  if (!server.listening) await once(server, 'listening')
  client = clientOf((server.address() as AddressInfo).port, 6)
  document = (await (await api.request('/api/openapi.json')).json()) as ApiDocument
  const role = must(
    await s.superadmin.post<{ id: number }>('/role/create', {
      name: 'Kasir Uji',
      dasar_role_id: RoleId.admin,
      accesses: ['billing/index', 'billing/create', 'user/index', 'search', 'ruang/import'],
    }),
  )
  const cashier = must(
    await s.superadmin.post<{ id: number }>('/user/create', {
      role_id: role.id,
      name: 'Kasir Uji',
      email: 'kasir.uji@contoh.id',
      phone: '081234567811',
    }),
  )
  // On SQLite, every role sends each call. On PostgreSQL, two users are enough to run the SQL
  // statements of each call.
  const people = isPostgres
    ? (['superadmin', 'admin2'] as const)
    : (['superadmin', 'admin', 'admin2', 'pelatih', 'sales', 'akun', 'peserta'] as const)
  keeper = await keeperOf(s.db, [
    { name: 'nobody', userId: undefined, token: '' },
    { name: 'kasir', userId: cashier.id, token: '' },
    ...people.map((name) => ({ name, userId: s.ids[name], token: '' })),
  ])
}, 60_000)
afterAll(async () => {
  client.close()
  server.close()
  await s.close()
})

test('answers every valid and invalid call of every role as documented', async () => {
  const operations = operationsOf(document)
  const result = await fuzz({
    document,
    client,
    keeper,
    seed,
    requests: operations.length * keeper.actors.length + (isPostgres ? 0 : 1000),
    maxMs: 240_000,
    // Latency is not checked, because other tests run at the same time. `npm run fuzz` checks it.
    limitMs: 30_000,
  })
  const report = reportOf(result, { engine: process.env.ENGINE ?? '', seed, base: '' })
  expect(result.failures.length, `${report}\n${logged.join('')}`).toBe(0)
  expect(logged).toEqual([])
  expect(result.pairs).toBe(operations.length * keeper.actors.length)
  expect(await checkMoney(s.db)).toEqual([])
  // Limits the share of operations that never succeeded, because a fuzzer that sends only invalid
  // requests tests little. The limit is higher on PostgreSQL, where fewer actors send requests.
  const barren = isPostgres ? 0.75 : 0.5
  expect(result.barren.length).toBeLessThan(operations.length * barren)
}, 300_000)

describe('the fuzzer', () => {
  test('makes the same requests from the same seed', () => {
    const requestsOf = (from: number) =>
      operationsOf(document).map((operation, number) => {
        const sources = { r: randomOf(from, number), seen: newSeen() }
        const request = validRequest(operation, 'admin', sources)
        mutate(request, sources)
        return wireOf(request, 'x')
      })
    expect(requestsOf(7)).toEqual(requestsOf(7))
    expect(requestsOf(7)).not.toEqual(requestsOf(8))
  })

  const operation = () => operationsOf(document).find(({ name }) => name === 'GET /profile')
  const problemsOf = (answer: Partial<Answer> & { data?: unknown }) => {
    const profileOperation = operation()
    if (!profileOperation) throw new Error('GET /profile is gone')
    const request = validRequest(profileOperation, 'admin', { r: randomOf(1), seen: newSeen() })
    const status = answer.status ?? 200
    const whole: Answer = {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: Buffer.from(JSON.stringify({ success: status < 400, data: answer.data })),
      ms: 1,
      ...answer,
    }
    const resolve = () => ({})
    return judge(request, wireOf(request, 'x'), whole, resolve).problems
  }
  const refusal = (status: number, more: object = {}) => ({
    status,
    data: { name: 'X', message: 'Tidak bisa', code: 0, status, ...more },
  })
  test('finds no problem in a correct error response', () => {
    expect(problemsOf(refusal(403))).toEqual([])
    expect(problemsOf(refusal(422, { errors: [{ field: 'a', message: 'b' }] }))).toEqual([])
  })
  test.each([
    ['an error of the server', refusal(500), 'answers 500'],
    ['busy without a time', refusal(503), 'answers 503'],
    ['an unusual status', refusal(418), 'answers 418'],
    ['no list of errors', refusal(422), '422 without a list of errors'],
    ['another status inside', { ...refusal(403), status: 404 }, '404 says status 403'],
    ['no way to log in', refusal(401), '401 without www-authenticate'],
    ['no envelope', { status: 404, body: Buffer.from('404') }, '404 without the envelope'],
    ['no JSON', { body: Buffer.from('<html>') }, 'success without the envelope'],
    ['bytes that are no text', { body: Buffer.from([0x22, 0xff, 0x22]) }, 'without the envelope'],
    ['another type', { headers: { 'content-type': 'text/html' } }, '200 as text/html'],
    ['fields that nobody documented', { data: { password: 'x' } }, 'answer: data.'],
    ['a secret column', { data: { password_hash: 'x' } }, 'tells a secret column'],
    ['a statement', refusal(409, { sql: 'select "id" from "user"' }), 'tells a statement'],
    ['a stack', refusal(409, { at: 'at run (file:///srv/a.ts:12:3)' }), 'tells a stack trace'],
    ['an answer that never came', { status: 0, error: 'socket hang up' }, 'no answer: socket'],
  ])('detects %s', (_, answer, problem) => {
    expect(problemsOf(answer).join('; ')).toContain(problem)
  })
})
