/**
 * Tests that slow reads do not starve other requests. While all reader connections are busy, light
 * calls still respond, excessive slow requests are rejected, and users take turns.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { RoleId, UserStatus, Activation } from '#contract/enums.ts'
import { clientFor, type Answer, type Client } from '#mocks/api/api.ts'
import { createApp } from '#server/app.ts'
import { makeDataKeys } from '#server/crypto/dataKeys.ts'
import { limits, openPostgres } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { LongWorkLane } from '#server/db/sqlite/longWorkLane.ts'
import { openReader, readerLane } from '#server/db/sqlite/reader.ts'
import { transaction } from '#server/db/transaction.ts'
import { openDatabase } from '#server/runtime/openDatabase.ts'
import { firstStart, firstRow } from '#server/seed/first.ts'

const url = process.env.DATABASE_URL
/**
 * Limits of a `LongWorkLane` in the tests: only one task runs at a time, and few tasks may wait.
 */
const narrow = { size: 1, perLine: 1, waiting: 6, waitingPerLine: 4, patience: 20_000 }
const log = pino({ level: 'silent' })

/**
 * All instances of `LongWorkLane` (limited queue for slow work) that requests have entered. The
 * tests read the load of these instances.
 */
const lanes = new Set<LongWorkLane>()
const enter = LongWorkLane.prototype.enter
beforeEach(() => {
  vi.spyOn(LongWorkLane.prototype, 'enter').mockImplementation(function (this: LongWorkLane) {
    lanes.add(this)
    return enter.call(this)
  })
})

let folder: string
let close: () => Promise<void>
let reader: Db
let first: Client
let second: Client
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nada-starve-'))
  const opened = await openDatabase({ databaseUrl: url, dataDir: folder })
  const narrowed = url
    ? openPostgres(url, {
        heavy: { ...limits.heavy, connections: 1, lane: { ...limits.heavy.lane, ...narrow } },
      })
    : { db: opened.db, reader: openReader(join(folder, 'nada.db'), { ...readerLane, ...narrow }) }
  ;({ reader } = narrowed)
  close = async () => {
    if ('close' in narrowed) await narrowed.close()
    else await narrowed.reader.destroy()
    await opened.close()
  }
  const { db } = narrowed
  await firstStart(db, { username: 'superadmin', password: 'rahasia-uji' })
  const otherUser = await transaction(db, (trx) =>
    trx
      .insertInto('user')
      .values({
        ...firstRow(),
        name: 'Kedua',
        name_kunci: 'kedua',
        role_id: RoleId.superadmin,
        status: UserStatus.aktif,
        citizenship: 'WNI',
        activation: Activation.belum,
        sumber: 'admin',
        harus_ganti_password: 0,
        token_versi: 1,
        cari: 'kedua',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const app = createApp({ db, reader, dataKeys: makeDataKeys([Buffer.alloc(32, 7)]), log })
  first = await clientFor(app, db, 1)
  second = await clientFor(app, db, otherUser.id)
})
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Occupies the only reader connection like an endless read. Returns a function that releases the
 * connection.
 */
const occupy = async (): Promise<() => Promise<void>> => {
  const [takenSignal, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = reader.connection().execute(async () => {
    takenSignal.resolve()
    await free.promise
  })
  await takenSignal.promise
  return async () => {
    free.resolve()
    await held
  }
}
const sum = (client: Client) => client.get('/billing/total?status=1')
/** Waits until the number of requests waiting in all lanes together is `waiting`. */
const settle = (waiting: number) =>
  vi.waitFor(() => {
    expect([...lanes].reduce((sum, { load }) => sum + load.waiting, 0)).toBe(waiting)
  }, 10_000)

describe('a full slow lane', () => {
  test('serves light requests at once; the others wait, and complete', async () => {
    const free = await occupy()
    const waiting = [sum(first), sum(first)]
    const light = await Promise.all(
      ['/profile', '/bank', '/setting', '/gedung/pilihan'].map((path) => first.get(path)),
    )
    expect(light.map((a) => a.status)).toEqual([200, 200, 200, 200])
    expect(
      (await first.post('/bank/create', { nama_bank: 'BCA', no_rekening: '1', atas_nama: 'Nada' }))
        .status,
    ).toBe(201)
    expect(await Promise.race([...waiting, settle(2).then(() => 'waits')])).toBe('waits')
    await free()
    expect((await Promise.all(waiting)).map((a) => a.status)).toEqual([200, 200])
  })
  test('asks a user with too many requests to retry later; still admits another', async () => {
    const free = await occupy()
    const waiting: Promise<Answer>[] = []
    for (let i = 0; i < 4; i++) {
      waiting.push(sum(first))
      await settle(i + 1)
    }
    const refused = await sum(first)
    expect([refused.status, refused.data]).toEqual([
      503,
      expect.objectContaining({ message: expect.stringMatching(/sibuk/) }),
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // Expects that a rejected export responds with 503, and not with a file that breaks off.
    const file = await first.get('/user/ekspor?format=xlsx')
    expect([file.status, file.success]).toEqual([503, false])
    waiting.push(sum(second))
    await settle(5)
    await free()
    expect((await Promise.all(waiting)).map((a) => a.status)).toEqual([200, 200, 200, 200, 200])
    expect((await sum(first)).status).toBe(200)
  })
  test('takes turns between users: one sum does not wait for four of another user', async () => {
    const free = await occupy()
    const order: string[] = []
    const requests: Promise<unknown>[] = []
    for (const [client, name] of [
      [first, 'a1'],
      [first, 'a2'],
      [first, 'a3'],
      [first, 'a4'],
      [second, 'b1'],
    ] as const) {
      requests.push(sum(client).then(({ status }) => order.push(`${name} ${status}`)))
      await settle(requests.length)
    }
    await free()
    await Promise.all(requests)
    expect(order.indexOf('b1 200')).toBeLessThan(order.indexOf('a4 200'))
    expect(order).toHaveLength(5)
  })
})
