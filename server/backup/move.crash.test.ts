/**
 * Tests the command that moves a school from SQLite to PostgreSQL. After a move of the demo school,
 * all rows, checksums and next ids must be the same as before.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { checkMoney } from '#mocks/people/family.ts'
import { compareSources } from '#server/backup/move.ts'
import { openExisting, openSource, readPlace } from '#server/backup/place.ts'
import { sumsOf } from '#server/backup/rows.ts'
import { openSqlite } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate/migrate.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { freshDatabase, query } from '../../scripts/postgres.ts'
import { node, run, startServer } from '../../scripts/process.ts'

const home = mkdtempSync(join(tmpdir(), 'nada-pindah-'))
const DATA_KEY = Buffer.alloc(32, 7).toString('base64')
const from = { DATA_DIR: home, DATABASE_URL: undefined, DATA_KEY }
let database: Awaited<ReturnType<typeof freshDatabase>>

const move = (env: Record<string, string | undefined> = {}) =>
  run(node('scripts/moveToPostgres.ts'), {
    env: { ...from, DATABASE_URL: database.url, ...env },
    quiet: true,
    timeout: 120_000,
  })
/** Returns the names of the tables in the target PostgreSQL database. */
const tablesOf = async () => {
  const open = await openExisting(readPlace({ ...from, DATABASE_URL: database.url }, {}))
  const tables = await open.db.introspection.getTables()
  await open.close()
  return tables.map((table) => table.name)
}

describe.runIf(process.env.ENGINE === 'postgres')('the move', () => {
  beforeAll(async () => {
    database = await freshDatabase(inject('postgres'))
    const { db } = openSqlite(join(home, 'nada.db'))
    await migrate(db)
    await seedDemo(db, () => {})
    await db.destroy()
  })
  afterAll(async () => {
    await database.drop()
    rmSync(home, { recursive: true, force: true })
  })

  test('is rejected while a server uses the file, and for a target that is not empty', async () => {
    const server = await startServer({ ...from, LOG_LEVEL: 'error' }, ['--sudah-siap'])
    const busy = await move()
    await server.stop()
    expect([busy.code, busy.output]).toEqual([2, expect.stringMatching(/nada\.db sedang dipakai/)])
    const none = await move({ DATA_DIR: join(home, 'tidak-ada') })
    expect([none.code, none.output]).toEqual([2, expect.stringMatching(/Tidak ada basis data/)])
    const unsaid = await move({ DATABASE_URL: '' })
    expect([unsaid.code, unsaid.output]).toEqual([
      2,
      expect.stringMatching(/DATABASE_URL tidak diisi/),
    ])
    await query(database.url, 'create table sesuatu (a integer)')
    const filled = await move()
    expect([filled.code, filled.output]).toEqual([
      2,
      expect.stringMatching(/tidak kosong: ada sesuatu/),
    ])
    await query(database.url, 'drop table sesuatu')
    expect(await tablesOf()).toEqual([])
  })

  test('leaves nothing behind when a row fails to copy', async () => {
    const copy = mkdtempSync(join(home, 'rusak-'))
    copyFileSync(join(home, 'nada.db'), join(copy, 'nada.db'))
    const { raw } = openSqlite(join(copy, 'nada.db'))
    raw.pragma('foreign_keys = off')
    raw.exec('update kursus set kategori_kursus_id = 999999 where id = 1')
    raw.close()
    const { code, output } = await move({ DATA_DIR: copy })
    expect(code, output).toBe(1)
    expect(await tablesOf()).toEqual([])
  })

  test('copies every row and sum; a server on the copy assigns the next ids', async () => {
    const before = readFileSync(join(home, 'nada.db')).length
    const { code, output } = await move()
    expect(code, output).toBe(0)
    expect(output).toMatch(/^pindah: selesai: \d+ tabel, [\d.]+ baris, sama baris demi baris\./)
    const [a, b] = await Promise.all(
      [{}, { DATABASE_URL: database.url }].map((env) =>
        openSource(readPlace({ ...from, ...env }, {})),
      ),
    )
    const sums = await sumsOf(a!)
    expect(await sumsOf(b!)).toEqual(sums)
    expect(await compareSources(a!, b!)).toEqual(sums)
    await Promise.all([a!.close(), b!.close()])
    expect(readFileSync(join(home, 'nada.db')).length).toBe(before)
    const server = await startServer({ ...from, DATABASE_URL: database.url, LOG_LEVEL: 'error' })
    const post = async (path: string, body: object, token = '') => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const answer = await fetch(`${server.url}/api${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...headers, 'idempotency-key': `sesudah-pindah${path}` },
      })
      return { status: answer.status, data: ((await answer.json()) as { data: any }).data }
    }
    const { data } = await post('/auth/login', { username: 'superadmin', password: 'nada-demo' })
    const nextOf = (table: string) => sums.find((sum) => sum.tabel === table)?.berikut
    const bank = await post(
      '/bank/create',
      { nama_bank: 'Baru', no_rekening: '5', atas_nama: 'x' },
      data.key,
    )
    expect([bank.status, bank.data.id]).toEqual([201, nextOf('bank')])
    const open = await openExisting(readPlace({ ...from, DATABASE_URL: database.url }, {}))
    const akun = await open.db
      .selectFrom('akun_billing_profil')
      .select('user_id')
      .executeTakeFirstOrThrow()
    const today = currentDay()
    const pay = {
      akun_billing_id: akun.user_id,
      tanggal: today,
      metode: MetodePembayaran.tunai,
      jumlah: 1000,
    }
    const payment = await post('/billing-payment/create', pay, data.key)
    expect([payment.status, payment.data.id]).toEqual([201, nextOf('billing_payment')])
    expect(await checkMoney(open.db)).toEqual([])
    await open.close()
    await server.stop()
  })

  test('names the row that differs in a comparison', async () => {
    const copies = [0, 1].map(() => mkdtempSync(join(home, 'beda-')))
    for (const copy of copies) copyFileSync(join(home, 'nada.db'), join(copy, 'nada.db'))
    const { raw } = openSqlite(join(copies[1]!, 'nada.db'))
    raw.exec("update billing set catatan = 'x' where id = 7")
    raw.close()
    const open = () =>
      Promise.all(copies.map((DATA_DIR) => openSource(readPlace({ ...from, DATA_DIR }, {}))))
    const [a, b] = await open()
    await expect(compareSources(a!, b!)).rejects.toThrow('billing: baris 7 berbeda di tujuan.')
    await Promise.all([a!.close(), b!.close()])
  })
})

test('rejects an unknown argument and shows the usage', async () => {
  const result = await run(node('scripts/backup.ts', '--simpan', '3'), {
    quiet: true,
    timeout: 30_000,
  })
  expect([result.code, result.output]).toEqual([
    2,
    expect.stringMatching(/--simpan[\s\S]*Pemakaian: npm run backup/),
  ])
})
