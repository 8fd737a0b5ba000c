/**
 * Makes backups while thousands of changes are written, then restores each backup and checks that
 * it contains every change acknowledged before the backup began.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { testKeys } from '#mocks/api/api.ts'
import { checkMoney, makeBill, makeFamily } from '#mocks/people/family.ts'
import { makeSchool, type School } from '#mocks/school/school.ts'
import { createApp } from '#server/app.ts'
import { backupsIn } from '#server/backup/backup.ts'
import { compareSources } from '#server/backup/move.ts'
import { openExisting, openSource, readPlace, type Place } from '#server/backup/place.ts'
import { restore } from '#server/backup/restore.ts'
import { openSqlite } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { freshDatabase } from '../../scripts/postgres.ts'
import { compiled, node, run } from '../../scripts/process.ts'

const onPostgres = process.env.ENGINE === 'postgres'
const home = mkdtempSync(join(tmpdir(), 'nada-cadangan-'))
const folder = join(home, 'cadangan')
const dataDir = join(home, 'data')
const env = {
  ...compiled,
  DATA_DIR: dataDir,
  DATABASE_URL: process.env.DATABASE_URL,
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  BACKUP_KEY: 'AGE-SECRET-KEY-1LE4HHW09JL752K78DE4GK7Z3H85Z4AZNX82TXPMYAPEJDHQXHHKSXUJ347',
  BACKUP_DIR: folder,
  BACKUP_KEEP: '1000',
}
const place = (more: Record<string, string | undefined> = {}): Place =>
  readPlace({ ...env, ...more }, {})

/** Total number of changes. */
const changes = process.env.ENGINE === 'postgres' ? 1_200 : 3_000
/** Number of changes that are sent concurrently. */
const atOnce = 4
/** Every tenth change is a payment, which writes rows in several tables. */
const payEvery = 10

let s: School
let app: ReturnType<typeof createApp>
let close: () => Promise<void> = async () => {}
const accounts: number[] = []

beforeAll(async () => {
  s = await makeSchool()
  for (let i = 0; i < 4; i++) {
    const family = await makeFamily(s, s.ids.gedung, s.ids.kelas)
    for (let n = 0; n < 3; n++) await makeBill(s, family.akun, 250_000)
    accounts.push(family.akun)
  }
  if (onPostgres) {
    app = s.app
    return
  }
  // Copies the test school, which is in memory, to a file that the backup command can open.
  const file = join(dataDir, 'nada.db')
  mkdirSync(dataDir)
  await sql`vacuum into ${file}`.execute(s.db)
  const { db, raw } = openSqlite(file)
  // Turns off syncing to disk to save time; powerCut.crash.test.ts tests it.
  raw.pragma('synchronous = OFF')
  app = createApp({ db, dataKeys: testKeys, log: pino({ level: 'silent' }) })
  close = () => db.destroy()
})
afterAll(async () => {
  await close()
  await s.close()
  rmSync(home, { recursive: true, force: true })
})

/**
 * Number of parts into which the changes are divided. One backup starts before the first part, and
 * one after each part.
 */
const drillParts = 4

/**
 * Sends the n-th change to the API and throws unless it is acknowledged with status 201. Retries
 * while the server is too busy, as the app does.
 */
const change = async (n: number): Promise<void> => {
  const pays = n % payEvery === 0
  const body = pays
    ? {
        akun_billing_id: accounts[(n / payEvery) % accounts.length],
        tanggal: currentDay(),
        metode: MetodePembayaran.tunai,
        jumlah: 1000 + n,
        referensi: `latihan-${n}`,
      }
    : { nama_bank: `Latihan ${n}`, no_rekening: String(1e9 + n), atas_nama: 'Sekolah' }
  const { token } = pays ? s.admin : s.superadmin
  const path = pays ? 'billing-payment' : 'bank'
  const answer = await app.request(`/api/${path}/create`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': `latihan-${n}`,
    },
  })
  if (answer.status === 503) return change(n)
  if (answer.status !== 201) throw new Error(`${n}: ${answer.status} ${await answer.text()}`)
}

const countOf = async (db: Db, query: RawBuilder<{ n: number }>): Promise<number> =>
  Number((await query.execute(db)).rows[0]?.n)

/**
 * Returns the numbers of the changes that a database contains. `whole` is true if the audit log has
 * as many creations as there are banks and payments, and if there are as many stored responses as
 * changes.
 */
const held = async (db: Db): Promise<{ numbers: Set<number>; whole: boolean }> => {
  const banks = await db.selectFrom('bank').select('nama_bank').execute()
  const paid = await db.selectFrom('billing_payment').select('referensi').execute()
  const names = [...banks.map((b) => b.nama_bank), ...paid.map((p) => p.referensi ?? '')]
  const drillNumbers = names.flatMap((name) => /^latihan[ -](\d+)$/i.exec(name)?.[1] ?? [])
  const audited = await countOf(
    db,
    sql`select count(*) as n from audit
      where aksi = 'create' and entitas in ('bank', 'billing-payment')`,
  )
  const answers = await countOf(
    db,
    sql`select count(*) as n from idempotensi where kunci like 'latihan-%' and jawaban is not null`,
  )
  return {
    numbers: new Set(drillNumbers.map(Number)),
    whole: audited === names.length && answers === drillNumbers.length,
  }
}

interface Taken {
  file: string
  /** Numbers of the changes acknowledged before the backup began. */
  before: number[]
  /**
   * Number of changes requested until the backup ended. The backup cannot contain later changes.
   */
  asked: number
}

test(
  'holds in each backup all changes acknowledged before it began, during thousands of changes',
  { timeout: 400_000 },
  async () => {
    const acknowledged: number[] = []
    const backups: Taken[] = []
    let requestCount = 0
    let writing = true
    const write = async () => {
      while (requestCount < changes) {
        const n = requestCount++
        await change(n)
        acknowledged.push(n)
        // Waits for the event loop, so that timers and the events of the backup process are
        // handled. Without this wait, the synchronous calls of SQLite would block them.
        await new Promise((done) => setImmediate(done))
      }
    }
    const backUp = async () => {
      // Starts a backup at the beginning and after each quarter of the changes. The changes
      // continue during the backups.
      for (let part = 0; writing && part < 6;) {
        if (requestCount < (changes * part) / drillParts) {
          await new Promise((done) => setTimeout(done, 20))
          continue
        }
        part++
        const before = [...acknowledged]
        const { code, output } = await run(node('scripts/backup.ts'), {
          env,
          quiet: true,
          timeout: 120_000,
        })
        expect(code, output).toBe(0)
        expect(output).toMatch(
          /^cadangan: selesai dan diperiksa: .*, terenkripsi, dengan kunci data; /,
        )
        backups.push({ file: backupsIn(folder)[0]!, before, asked: requestCount })
      }
    }
    const writers = Promise.all(Array.from({ length: atOnce }, write)).finally(
      () => (writing = false),
    )
    await Promise.all([writers, backUp()])
    expect(acknowledged.length).toBe(changes)
    expect(backups.length).toBeGreaterThanOrEqual(3)
    expect(backups.some((t) => t.before.length > 0 && t.before.length < changes)).toBe(true)
    for (const { file, before, asked: until } of backups) {
      const into = place({ DATA_DIR: mkdtempSync(join(home, 'pulih-')), DATABASE_URL: undefined })
      const { problems, keysMissing } = await restore(into, file)
      expect([problems, keysMissing]).toEqual([[], []])
      const open = await openExisting(into)
      const { numbers, whole } = await held(open.db)
      expect(before.filter((n) => !numbers.has(n))).toEqual([])
      expect([...numbers].filter((n) => n >= until)).toEqual([])
      expect(whole).toBe(true)
      expect(await checkMoney(open.db)).toEqual([])
      await open.close()
      rmSync(into.dataDir, { recursive: true })
    }
    await checkLastBackup(backups.length)
  },
)

/**
 * Makes a last backup after all changes, restores it on the engine under test, and compares the
 * restored database with the original row by row.
 */
const checkLastBackup = async (earlier: number): Promise<void> => {
  const { code, output } = await run(node('scripts/backup.ts', '--keep', '2'), {
    env,
    quiet: true,
    timeout: 120_000,
  })
  expect(code, output).toBe(0)
  expect(output).toContain(`tersimpan 2, dihapus ${earlier - 1}`)
  const [file = ''] = backupsIn(folder)
  expect(readdirSync(folder).length).toBe(2)
  expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600])
  const database = onPostgres ? await freshDatabase(inject('postgres')) : undefined
  const into = place({ DATA_DIR: mkdtempSync(join(home, 'pulih-')), DATABASE_URL: database?.url })
  const { sums } = await restore(into, file)
  const [from, to] = [await openSource(place()), await openSource(into)]
  // Omits the table of backup attempts from the comparison. The backup lacks its own record, which
  // is written only after the snapshot was taken.
  const sourceTables = async () => (await from.tables()).filter((t) => t.name !== 'cadangan')
  const targetTables = async () => (await to.tables()).filter((t) => t.name !== 'cadangan')
  const compared = await compareSources(
    { ...from, tables: sourceTables },
    { ...to, tables: targetTables },
  )
  expect(compared).toEqual(sums.filter((sum) => sum.tabel !== 'cadangan'))
  const money = compared.find((sum) => sum.tabel === 'billing_payment')
  const paid = Array.from({ length: changes / payEvery }, (_, i) => 1000 + i * payEvery)
  expect(money?.jumlah.jumlah).toBe(String(paid.reduce((a, b) => a + b, 0)))
  await Promise.all([from.close(), to.close()])
  await database?.drop()
}
