/**
 * Tests the API while its database is locked, full, slow, stopped or silent: responses state when
 * to retry, and requests succeed once the database is available again.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, connect, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientFor, type Answer, type Client } from '#mocks/api/api.ts'
import { createApp } from '#server/app.ts'
import { makeDataKeys } from '#server/crypto/dataKeys.ts'
import { engineOf } from '#server/db/engine.ts'
import { limits, openPostgres } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { openDatabase } from '#server/runtime/openDatabase.ts'
import { firstStart } from '#server/seed/first.ts'

const postgresUrl = process.env.DATABASE_URL
const lines: Record<string, unknown>[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const dataKeys = makeDataKeys([Buffer.alloc(32, 7)])

let folder: string
let db: Db
let close: () => Promise<void>
let client: Client
const file = () => join(folder, 'nada.db')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nada-away-'))
  const opened = await openDatabase({ databaseUrl: postgresUrl, dataDir: folder })
  ;({ db, close } = opened)
  await firstStart(db, { username: 'superadmin', password: 'rahasia-uji' })
  client = await clientFor(createApp({ ...opened, dataKeys, log }), db, 1)
})
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

const bank = (nama_bank: string) => ({ nama_bank, no_rekening: '1234567890', atas_nama: 'Nada' })
/**
 * Expects a 503 with an Indonesian message and a retry-after header. The message must not contain
 * technical words of the database; the log must contain the cause.
 */
const expectTold = (
  { status, success, headers, data }: Answer<{ message: string }>,
  cause: string,
) => {
  expect([status, success, data.message]).toEqual([503, false, expect.stringMatching(/oba lagi/)])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(data.message).not.toMatch(/postgres|sqlite|connection|database|lock|timeout|select/i)
  expect(lines.at(-1)).toMatchObject({ msg: 'database failed', cause, status: 503 })
}
const took = async <T>(run: () => Promise<T>): Promise<{ answer: T; ms: number }> => {
  const start = performance.now()
  return { answer: await run(), ms: performance.now() - start }
}

describe('a full disk', () => {
  test('is reported in words, and the work is rolled back', async () => {
    if (engineOf(db) === 'sqlite') await sql`pragma max_page_count = 1`.execute(db)
    else {
      await sql`create function penuh() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(
        db,
      )
      await sql`create trigger penuh before insert on bank for each row execute function penuh()`.execute(
        db,
      )
    }
    // Inserts until a row no longer fits. SQLite first fills the free space of the current page;
    // only an insert that needs another page fails.
    let answer = await client.post('/bank/create', bank('Bank 0'))
    for (let i = 1; i < 200 && answer.success; i++)
      answer = await client.post('/bank/create', bank(`Bank ${i}`))
    expect([answer.status, answer.data.message]).toEqual([507, expect.stringMatching(/penuh/)])
    expect(lines.at(-1)).toMatchObject({ cause: 'full', status: 507 })
    expect((await client.get('/bank')).status).toBe(200)
    if (engineOf(db) === 'sqlite') await sql`pragma max_page_count = 1000000`.execute(db)
    else await sql`drop trigger penuh on bank`.execute(db)
    expect((await client.post('/bank/create', bank('Bank Lega'))).status).toBe(201)
  })
})

describe.runIf(!postgresUrl)('a file locked by another process', () => {
  test('is reported after a timeout; reads continue meanwhile, and writes work again', async () => {
    const locker = new Sqlite(file())
    locker.exec('begin immediate')
    let done = false
    const writing = took(() => client.post('/bank/create', bank('Bank Kunci'))).finally(() => {
      done = true
    })
    const read: number[] = []
    while (!done && read.length < 20) {
      const { answer, ms } = await took(() => client.get('/profile'))
      expect(answer.status).toBe(200)
      read.push(ms)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(done).toBe(false)
    expect(Math.max(...read)).toBeLessThan(2000)
    expectTold((await writing).answer, 'locked')
    locker.exec('rollback')
    locker.close()
    expect((await client.post('/bank/create', bank('Bank Kunci'))).status).toBe(201)
  })
  test('waits for a lock that ends in time', async () => {
    const locker = new Sqlite(file())
    locker.exec('begin immediate')
    const writing = client.post('/bank/create', bank('Bank Sabar'))
    setTimeout(() => {
      locker.exec('commit')
      locker.close()
    }, 300)
    expect((await writing).status).toBe(201)
  })
})

describe.runIf(postgresUrl)('a locked table', () => {
  const locked = async (statement: string, run: () => Promise<void>) => {
    const locker = new pg.Client({ connectionString: postgresUrl })
    await locker.connect()
    await locker.query('begin')
    await locker.query(statement)
    try {
      await run()
    } finally {
      await locker.end()
    }
  }
  test('is reported, while everything else responds', async () => {
    await locked('lock table bank in access exclusive mode', async () => {
      const many = Array.from({ length: 30 }, () => took(() => client.get('/bank')))
      // While thirty requests wait for the lock, a request that reads other tables must succeed.
      const { answer, ms } = await took(() => client.get('/profile'))
      expect(answer.status).toBe(200)
      expect(ms).toBeLessThan(4000)
      for (const { answer: refused, ms: waited } of await Promise.all(many)) {
        expect(refused.status).toBe(503)
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(waited).toBeLessThan(8000)
      }
      expectTold(await client.get('/bank'), 'locked')
    })
    expect((await client.get('/bank')).status).toBe(200)
  })
  test('waits for a row held by another transaction, and then reports the lock', async () => {
    const {
      data: { id, versi },
    } = await client.post('/bank/create', bank('Bank Baris'))
    await locked(`update bank set urutan = 5 where id = ${id}`, async () => {
      expectTold(
        await client.post(`/bank/update?id=${id}`, { versi, nama_bank: 'Bank Lain' }),
        'locked',
      )
    })
    expect(
      (await client.post(`/bank/update?id=${id}`, { versi, nama_bank: 'Bank Lain' })).status,
    ).toBe(200)
  })
})

describe.runIf(postgresUrl)('the limits of each kind of work', () => {
  const show = async (database: Db, name: string) =>
    (await sql<Record<string, string>>`show ${sql.raw(name)}`.execute(database)).rows[0]?.[name]
  test('are set on every connection', async () => {
    const opened = openPostgres(postgresUrl ?? '')
    try {
      expect([
        await show(opened.db, 'statement_timeout'),
        await show(opened.db, 'lock_timeout'),
      ]).toEqual(['10s', '1s'])
      expect(await show(opened.db, 'idle_in_transaction_session_timeout')).toBe('15s')
      expect(await show(opened.reader, 'statement_timeout')).toBe('1min')
      expect(await show(opened.reader, 'default_transaction_read_only')).toBe('on')
      const inside = await opened.db
        .transaction()
        .setIsolationLevel('serializable')
        .execute(async (trx) => [
          await show(trx as unknown as Db, 'lock_timeout'),
          await show(trx as unknown as Db, 'transaction_isolation'),
        ])
      expect(inside).toEqual(['5s', 'serializable'])
    } finally {
      await opened.close()
    }
  })
  test('reports a statement that takes too long', async () => {
    const opened = openPostgres(postgresUrl ?? '', { light: { ...limits.light, statement: 200 } })
    try {
      const ownClient = await clientFor(createApp({ ...opened, dataKeys, log }), db, 1)
      await sql`create function lambat() returns trigger language plpgsql as $$ begin perform pg_sleep(5); return new; end $$`.execute(
        db,
      )
      await sql`create trigger lambat before insert on bank for each row execute function lambat()`.execute(
        db,
      )
      expectTold(await ownClient.post('/bank/create', bank('Bank Lambat')), 'slow')
      await sql`drop trigger lambat on bank`.execute(db)
      expect((await ownClient.post('/bank/create', bank('Bank Lambat'))).status).toBe(201)
    } finally {
      await opened.close()
    }
  })
})

/**
 * Opens a proxy in front of PostgreSQL. `shut` stops the proxy and `open` restarts it;
 * `silence(true)` makes the proxy keep connections open but drop all data.
 */
const doorTo = async (url: string) => {
  const { hostname, port } = new URL(url)
  const through = new Set<Socket>()
  let silent = false
  const listen = (localPort: number) =>
    new Promise<Server>((resolve) => {
      const server = createServer((socket) => {
        const inner = connect(Number(port), hostname)
        for (const [from, to] of [
          [socket, inner],
          [inner, socket],
        ] as const) {
          through.add(from)
          from.on('data', (chunk) => {
            if (!silent) to.write(chunk)
          })
          from
            .on('error', () => {})
            .on('close', () => {
              through.delete(from)
              to.destroy()
            })
        }
      })
      server.listen(localPort, '127.0.0.1', () => resolve(server))
    })
  let server = await listen(0)
  const address = server.address()
  const doorPort = address && typeof address === 'object' ? address.port : 0
  const doorUrl = new URL(url)
  doorUrl.host = `127.0.0.1:${doorPort}`
  // Removes the query of the URL. It may name a Unix socket, through which the connection would
  // bypass the proxy.
  doorUrl.search = ''
  const shut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of through) socket.destroy()
    await closed
  }
  return {
    url: doorUrl.href,
    shut,
    open: async () => {
      server = await listen(doorPort)
    },
    silence: (on: boolean) => {
      silent = on
    },
  }
}

describe.runIf(postgresUrl)('an unavailable PostgreSQL', () => {
  test('reports a stop at once; is ready and working again after the restart', async () => {
    const door = await doorTo(postgresUrl ?? '')
    const opened = openPostgres(door.url)
    const app = createApp({ ...opened, dataKeys, log })
    const ownClient = await clientFor(app, db, 1)
    try {
      expect((await ownClient.get('/profile')).status).toBe(200)
      await door.shut()
      const { answer, ms } = await took(() => ownClient.get<{ message: string }>('/profile'))
      expectTold(answer, 'away')
      expect(ms).toBeLessThan(3000)
      expectTold(await ownClient.post('/bank/create', bank('Bank Pergi')), 'away')
      expectTold(await ownClient.get('/bank?q=bca'), 'away')
      expect([
        (await app.request('/readyz')).status,
        (await app.request('/healthz')).status,
      ]).toEqual([503, 200])
      await door.open()
      expect((await ownClient.get('/profile')).status).toBe(200)
      expect((await ownClient.post('/bank/create', bank('Bank Pergi'))).status).toBe(201)
      expect((await app.request('/readyz')).status).toBe(200)
    } finally {
      await opened.close()
      await door.shut()
    }
  })
  test('closes silent connections, and reports readiness without waiting', async () => {
    const door = await doorTo(postgresUrl ?? '')
    // With a statement timeout of 100 ms, a connection counts as dead after 5.1 s of silence.
    const opened = openPostgres(door.url, {
      light: { ...limits.light, connections: 2, statement: 100, acquire: 1000 },
    })
    const app = createApp({ ...opened, dataKeys, log })
    const ownClient = await clientFor(app, db, 1)
    try {
      expect((await ownClient.get('/profile')).status).toBe(200)
      door.silence(true)
      const ready = await took(async () => (await app.request('/readyz')).status)
      expect(ready.answer).toBe(503)
      expect(ready.ms).toBeLessThan(4000)
      for (let i = 0; i < 3; i++) expect((await ownClient.get('/profile')).status).toBe(503)
      door.silence(false)
      // Responses that the proxy dropped never arrive, so the server must close the connections
      // that wait for them and open new ones.
      await expect
        .poll(async () => (await ownClient.get('/profile')).status, { timeout: 15_000 })
        .toBe(200)
    } finally {
      await opened.close()
      await door.shut()
    }
  })
  test('responds to each request whose connection is cut, and serves the next one', async () => {
    const admin = new pg.Client({ connectionString: postgresUrl })
    await admin.connect()
    const otherConnections = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    const cut: number[] = []
    for (let round = 0; round < 5; round++) {
      const under = Array.from({ length: 12 }, (_, i) =>
        i % 3 === 0
          ? client.post('/bank/create', bank(`Putus ${round}-${i}`))
          : client.get(i % 3 === 1 ? '/profile' : '/bank?q=putus'),
      )
      await new Promise((resolve) => setTimeout(resolve, 3 * round))
      const { rows } = await admin.query(
        `select pid, pg_terminate_backend(pid) ${otherConnections}`,
      )
      cut.push(...rows.map((row) => row.pid))
      for (const { status } of await Promise.all(under)) expect([200, 201, 503]).toContain(status)
    }
    // Waits until the terminated connections have ended. Until then, the pool may still hand out a
    // terminated connection.
    await expect
      .poll(() =>
        admin.query(`select ${otherConnections} and pid = any($1)`, [cut]).then((r) => r.rowCount),
      )
      .toBe(0)
    await admin.end()
    expect((await client.get('/profile')).status).toBe(200)
  })
})
