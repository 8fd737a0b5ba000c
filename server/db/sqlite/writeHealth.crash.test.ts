/**
 * Tests a disk that rejects writes: `/readyz` and the log report the cause. When the disk works
 * again, the server notices this even if no user writes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { testKeys, openApi } from '#mocks/api/api.ts'
import { createApp } from '#server/app.ts'
import { openSqlite } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate/migrate.ts'
import { diskCause } from '#server/db/sqlite/writeHealth.ts'
import { firstStart } from '#server/seed/first.ts'

const home = mkdtempSync(join(tmpdir(), 'nada-siap-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('writes a trial row in an unused table and leaves nothing', async () => {
  const api = await openApi()
  const ready = await api.app.request('/readyz')
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'siap' }])
  expect(await api.db.selectFrom('uji_tulis').selectAll().execute()).toEqual([])
  await api.close()
})

describe.runIf(process.env.ENGINE !== 'postgres')('a file that cannot grow', () => {
  test('makes the server unready with the cause, until there is space again', async () => {
    const { db, raw } = openSqlite(join(home, 'nada.db'))
    await migrate(db)
    await firstStart(db, { username: 'superadmin', password: 'rahasia-uji' })
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    const app = createApp({ db, dataKeys: testKeys, log })
    const ready = async () => {
      const answer = await app.request('/readyz')
      return [answer.status, ((await answer.json()) as { status: string }).status]
    }
    expect(await ready()).toEqual([200, 'siap'])
    const pages = Number(raw.pragma('page_count', { simple: true }))
    // Uses up the free pages inside the file, so that further writes must make the file grow.
    raw.exec('insert into uji_tulis (isi) select hex(randomblob(60000))')
    raw.pragma(`max_page_count = ${pages}`)
    const body = JSON.stringify({ username: 'superadmin', password: 'rahasia-uji' })
    const headers = { 'content-type': 'application/json' }
    const login = () => app.request('/api/auth/login', { method: 'POST', body, headers })
    let status = 200
    for (let n = 0; n < 200 && status < 500; n++) ({ status } = await login())
    expect(status).toBeGreaterThanOrEqual(500)
    const full = 'tidak dapat menulis: disk penuh (SQLITE_FULL)'
    expect(await ready()).toEqual([503, full])
    // Expects that `/healthz` still reports a working process, because the process can serve reads.
    expect((await app.request('/healthz')).status).toBe(200)
    const entries = lines.map((line) => JSON.parse(line))
    expect(entries.filter((line) => line.msg === 'database cannot be written')).toMatchObject([
      { level: 50, cause: 'disk penuh (SQLITE_FULL)' },
    ])
    raw.pragma(`max_page_count = ${pages * 10}`)
    // Polls, because the readiness check makes a trial write only every two seconds.
    const until = Date.now() + 20_000
    let answer = await ready()
    while (answer[0] !== 200 && Date.now() < until) {
      await new Promise((done) => setTimeout(done, 200))
      answer = await ready()
    }
    expect(answer).toEqual([200, 'siap'])
    expect(lines.join('')).toContain('database can be written again')
    expect((await login()).status).toBe(200)
    await db.destroy()
  })
})

test('distinguishes disk errors from all others', () => {
  const error = (code: string) => Object.assign(new Error('x'), { code })
  expect(diskCause(error('SQLITE_FULL'))).toBe('disk penuh (SQLITE_FULL)')
  expect(diskCause(error('53100'))).toBe('disk penuh (53100)')
  expect(diskCause(error('SQLITE_IOERR_WRITE'))).toMatch(/^disk tidak dapat/)
  expect(diskCause(error('SQLITE_READONLY_DBMOVED'))).toMatch(/^basis data hanya/)
  expect(diskCause(error('SQLITE_CORRUPT'))).toMatch(/^basis data rusak/)
  for (const code of ['23505', '40001', 'SQLITE_BUSY', 'SQLITE_CONSTRAINT_UNIQUE', 'ECONNREFUSED'])
    expect(diskCause(error(code)), code).toBeUndefined()
  expect(diskCause('disk penuh')).toBeUndefined()
})
