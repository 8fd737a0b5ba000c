/** Tests of `/metrics`: who may read it, which labels it has, and that its text is OpenMetrics. */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { testKeys } from '#mocks/api/api.ts'
import { makeSchool, type School } from '#mocks/school/school.ts'
import { createApp } from '#server/app.ts'
import { openSqlite } from '#server/db/engine.ts'
import { noteFailure } from '#server/db/sqlite/writeHealth.ts'
import { makeMetrics } from '#server/metrics/metrics.ts'
import { slowStatements } from '#server/metrics/slowStatements.ts'

const token = 'token-untuk-pemantau'
const light = { name: 'light', connections: 4, idle: 3, waiting: 2 }

let s: School
let lines: Record<string, unknown>[] = []
const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
/**
 * Opens an app with metrics on a copy of the school, in which each statement counts as slow.
 * Returns functions that call it and that return its metrics.
 */
const openMeasured = () => {
  const metrics = makeMetrics(token)
  const { db } = openSqlite(s.serialize(), slowStatements(0.0001, log, metrics.countSlowStatement))
  metrics.watch({ db, pools: () => [light] })
  const app = createApp({ db, dataKeys: testKeys, log, metrics })
  const ask = (path: string, bearer: string, method = 'GET', body?: object) =>
    app.request(path, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  return { db, ask, read: async () => (await ask('/metrics', token)).text() }
}
let measured: ReturnType<typeof openMeasured>

beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
beforeEach(() => {
  lines = []
  measured = openMeasured()
  return () => measured.db.destroy()
})

test('does not exist unless it is switched on', async () => {
  const headers = { authorization: `Bearer ${token}` }
  const [metrics, unknown] = await Promise.all(
    ['/metrics', '/tidak-ada'].map((path) => s.app.request(path, { headers })),
  )
  expect(metrics?.status).toBe(404)
  expect(await metrics?.text()).toBe(await unknown?.text())
})
test('shows nothing without the token', async () => {
  for (const wrong of ['', 'salah', `${token}x`, s.superadmin.token]) {
    const answer = await measured.ask('/metrics', wrong)
    expect([answer.status, await answer.text()]).toEqual([401, ''])
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  }
})
test('allows GET and HEAD', async () => {
  const head = await measured.ask('/metrics', token, 'HEAD')
  expect([head.status, await head.text()]).toEqual([200, ''])
  const post = await measured.ask('/metrics', token, 'POST')
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('measures calls by their declared names', async () => {
  const { token: key } = s.superadmin
  await measured.ask('/api/bank?q=rahasia', key)
  await measured.ask('/api/bank', 'salah')
  await measured.ask('/api/kalender/token-rahasia.ics', '')
  await measured.ask('/t/token-rahasia/pdf', '')
  const text = await measured.read()
  expect(text).toContain('nada_calls_total{call="GET /bank",status="2xx"} 1')
  expect(text).toContain('nada_calls_total{call="GET /bank",status="4xx"} 1')
  expect(text).toContain('nada_call_duration_seconds_count{call="GET /bank"} 2')
  expect(text).toContain('nada_call_duration_seconds_bucket{le="30",call="GET /bank"} 2')
  expect(text).toContain('nada_calls_total{call="GET /kalender/{token}.ics",status="4xx"} 1')
  expect(text).toContain('nada_calls_total{call="GET /t/:token/pdf",status="4xx"} 1')
  expect(text).toContain('nada_calls_in_flight 0')
  expect(text).not.toContain('rahasia')
})
test('counts all unknown addresses and methods as one call', async () => {
  const { token: key } = s.superadmin
  for (let i = 0; i < 20; i++) await measured.ask(`/api/tidak-ada-${i}/${i}`, key)
  await measured.ask('/api/bank', key, 'DELETE')
  const calls = [...(await measured.read()).matchAll(/^nada_calls_total\{.*/gm)]
  expect(calls.map(([line]) => line)).toEqual([
    'nada_calls_total{call="unknown",status="4xx"} 21',
    'nada_calls_total{call="unknown",status="5xx"} 0',
  ])
})

const sample =
  /^([a-z_0-9]+)(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\.)*",?)*\})? (?:Na[nN]|[-+]?[\d.e+-]+|\+Inf)$/
test('is OpenMetrics text', async () => {
  await measured.ask('/api/bank', s.superadmin.token)
  const answer = await measured.ask('/metrics', token)
  expect(answer.headers.get('content-type')).toMatch(/^application\/openmetrics-text; version=1/)
  const text = await answer.text()
  expect(text.endsWith('\n# EOF\n')).toBe(true)
  const families = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map((match) => match[1]))
  const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  for (const row of rows) {
    const name = sample.exec(row)?.[1] ?? `unreadable: ${row}`
    const family = name.replace(/_(total|bucket|sum|count)$/, '')
    expect([name, families.has(name) || families.has(family)]).toEqual([name, true])
  }
})

test('shows jobs, queues, backups, pools, limiters and the health of writes', async () => {
  const { db, read } = measured
  const time = '2026-01-02T03:04:05.000Z'
  await db
    .insertInto('pekerjaan')
    .values([
      {
        nama: 'cadangan',
        dilayani_sampai: time,
        percobaan: 1,
        mulai: time,
        selesai: time,
        hasil: 'gagal',
        berhasil_terakhir: time,
      },
      { nama: 'tidak-dikenal', dilayani_sampai: time, percobaan: 0 },
    ])
    .execute()
  const text = await read()
  const seconds = Date.parse(time) / 1000
  expect(text).toContain('nada_job_running{name="cadangan"} 0')
  expect(text).toContain('nada_job_last_result{name="cadangan",result="gagal"} 1')
  expect(text).toContain(`nada_job_last_success_timestamp_seconds{name="cadangan"} ${seconds}`)
  expect(text).not.toContain('tidak-dikenal')
  expect(text).toContain('nada_queue_waiting{queue="reminders"} 0')
  expect(text).toContain('nada_queue_waiting{queue="mails"} 0')
  expect(text).not.toMatch(/^nada_backup_last_success_timestamp_seconds /m)
  expect(text).toContain('nada_pool_waiting{pool="light"} 2')
  expect(text).toContain('nada_limiter_running{limiter="uploads"} 0')
  expect(text).toContain('nada_database_writable 1')
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
})
test('shows rejected writes until a trial write succeeds', async () => {
  noteFailure(measured.db, Object.assign(new Error('full'), { code: 'SQLITE_FULL' }))
  expect(await measured.read()).toContain('nada_database_writable 0')
  await vi.waitFor(async () => expect(await measured.read()).toContain('nada_database_writable 1'))
})
test('reads the database at most once in 15 s', async () => {
  await measured.read()
  lines = []
  await measured.read()
  expect(lines).toEqual([])
})
test('shows the other metrics while the database cannot be read', async () => {
  await measured.db.schema.alterTable('pengingat').renameTo('pindah').execute()
  const text = await measured.read()
  expect(text).toContain('nada_database_readable 0')
  expect(text).not.toMatch(/^nada_queue_waiting\{/m)
  expect(text).toContain('nada_calls_in_flight 0')
})

test('logs a slow statement with its call and without values', async () => {
  await measured.ask('/api/bank?q=rahasia', s.superadmin.token)
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines)
    expect(line).toMatchObject({ level: 40, msg: 'slow statement', work: 'GET /bank' })
  expect(lines.some(({ sql }) => String(sql).includes('from "bank"'))).toBe(true)
  expect(JSON.stringify(lines)).not.toContain('rahasia')
  const count = `nada_slow_statements_total{work="GET /bank"} ${lines.length}`
  expect(await measured.read()).toContain(count)
})
test('names the job of a slow statement', async () => {
  const job = { nama: 'akhir-kursus' }
  const answer = await measured.ask('/api/pekerjaan/jalankan', s.superadmin.token, 'POST', job)
  expect(answer.status).toBe(200)
  const works = new Set(lines.map(({ work }) => work))
  expect(works).toContain('job akhir-kursus')
})
