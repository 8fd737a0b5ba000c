/**
 * Makes the schools of the benchmarks. The SQLite file is kept in .cache/bench and reused by later
 * runs. The PostgreSQL database exists only during one run.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { pino } from 'pino'
import { RoleId, Hari, KursusPesertaStatus, UserStatus, Activation } from '#contract/enums.ts'
import { createApp } from '#server/app.ts'
import { makeDataKeys } from '#server/crypto/dataKeys.ts'
import { openSqlite } from '#server/db/engine.ts'
import { fold } from '#server/db/fold.ts'
import { insertMany } from '#server/db/insertMany.ts'
import { migrate } from '#server/db/migrate/migrate.ts'
import { openPatiently } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { mergeKept } from '#server/resource/kept/keptTables.ts'
import { firstStart, firstRow } from '#server/seed/first.ts'
import { makeSchool } from '#server/seed/school.ts'
import { freshDatabase, query, startPostgres } from '../scripts/postgres.ts'

export const password = 'rahasia-bench'
/**
 * Size of a generated school. `months` is the number of months for which the students are billed.
 */
export interface Size {
  students: number
  months: number
}
const folder = '.cache/bench'
/** Last day of the data. It is a fixed day, because later runs reuse the SQLite file. */
const today = '2026-11-20'
const print = (text: string) => console.error(`  ${text}`)

/** Returns a function that calls the API in this process as superadmin. */
const login = async (db: Db) => {
  const app = createApp({
    db,
    dataKeys: makeDataKeys([Buffer.alloc(32)]),
    log: pino({ level: 'silent' }),
  })
  const post = async (path: string, body: object, token = ''): Promise<Record<string, never>> => {
    const response = await app.request(`/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': path,
      },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as { success: boolean; data: Record<string, never> }
    if (!answer.success) throw new Error(`${path}: ${JSON.stringify(answer.data)}`)
    return answer.data
  }
  const { key } = await post('/auth/login', { username: 'superadmin', password })
  return (path: string, body: object) => post(path, body, key)
}

const fill = async (db: Db, { students, months }: Size): Promise<void> => {
  await migrate(db)
  await firstStart(db, { username: 'superadmin', password })
  await makeSchool(
    db,
    {
      students,
      accounts: Math.round(students * 0.75),
      coaches: Math.max(10, Math.round(students / 40)),
      outlets: 7,
      sales: 20,
      months,
      seed: 1,
      today,
      passwordHash: null,
    },
    { print },
  )
  // Publishes the bills of one more month and records no payments for them. The unpaid bills then
  // fill more than 500 pages of a list.
  const post = await login(db)
  const { generate_batch_id } = await post('/billing/generate', { periode: '2026-12' })
  for (let setelah_id = 0, tersisa = 1; tersisa > 0;)
    ({ tersisa, terakhir_id: setelah_id } = (await post('/billing/terbitkan-banyak', {
      generate_batch_id,
      setelah_id,
    })) as unknown as { tersisa: number; terakhir_id: number })
  // Merges the differences of the kept sums, like the nightly job.
  await transaction(db, mergeKept)
}

/**
 * Returns a hash of the migrations and of the seed files, which determine the rows of the school.
 * `sqliteData` makes the data again when the hash changes.
 */
const fingerprint = () => {
  const hash = createHash('sha256')
  for (const dir of ['server/db/migrations', 'server/seed'])
    for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort())
      if (file.endsWith('.ts')) hash.update(readFileSync(`${dir}/${file}`))
  return hash.digest('hex').slice(0, 10)
}

/**
 * Returns the path of a data folder with the SQLite file of a school of the given size. A complete
 * folder contains the entry `siap` and is reused. If this folder is not complete, deletes the
 * folders of all earlier runs and makes the school again.
 */
export const sqliteData = async (size: Size): Promise<string> => {
  const path = `${folder}/${size.students}-${size.months}-${fingerprint()}`
  if (existsSync(`${path}/siap`)) return path
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(path, { recursive: true })
  const { db, raw } = openSqlite(`${path}/nada.db`)
  raw.pragma('synchronous = OFF')
  await fill(db, size)
  raw.pragma('wal_checkpoint(TRUNCATE)')
  await db.destroy()
  mkdirSync(`${path}/siap`)
  return path
}
/** Starts a PostgreSQL server for this run. The server syncs commits to disk, as in production. */
export const postgresOfRun = () => startPostgres({ durable: true, install: true })
/**
 * Makes a database with a school of the given size on the PostgreSQL server whose URL is `server`.
 * Returns the URL of the database.
 */
export const postgresData = async (server: string, size: Size): Promise<string> => {
  const { url } = await freshDatabase(server)
  await query(url, 'alter system set synchronous_commit = off', 'select pg_reload_conf()')
  const db = openPatiently(url)
  await fill(db, size)
  await db.destroy()
  await query(
    url,
    'vacuum analyze',
    'alter system reset synchronous_commit',
    'select pg_reload_conf()',
  )
  return url
}

/** Creates an outlet, a course, and a class with a coach and a room. Uses the API. */
export const makeClass = async (db: Db) => {
  const post = await login(db)
  const create = async (path: string, body: object): Promise<number> =>
    ((await post(`/${path}/create`, body)) as unknown as { id: number }).id
  const gedung_id = await create('gedung', {
    kode: 'JKT',
    nama: 'Jakarta',
    alamat: 'Jl. Melati 1',
    kota: 'Jakarta',
  })
  const kategori = await create('kategori-kursus', { nama: 'Piano' })
  const kursus_id = await create('kursus', {
    kode: 'P1',
    nama: 'Piano Grade 1',
    kategori_kursus_id: kategori,
    tipe: 'group',
    kapasitas_maks: 100,
    biaya_bulanan: 500_000,
  })
  const pelatih_id = await create('user', {
    role_id: RoleId.pelatih,
    name: 'Citra Guru',
    email: 'citra@contoh.id',
    phone: '081234567890',
  })
  const ruang_id = await create('ruang', { nama: 'A1', gedung_id, kapasitas: 100 })
  const kelas_id = await create('kursus-pelatih', {
    pelatih_id,
    kursus_id,
    gedung_id,
    ruang_id,
    hari: Hari.senin,
    jam_mulai: '09:00',
    mulai: '2024-01-01',
  })
  return { gedung_id, kursus_id, kelas_id }
}
export const personRow = (role_id: number, name: string, gedung_id: number) => ({
  ...firstRow(),
  name,
  name_kunci: fold(name),
  role_id,
  status: UserStatus.aktif,
  citizenship: 'WNI',
  activation: Activation.belum,
  sumber: 'admin',
  harus_ganti_password: 0,
  token_versi: 1,
  gedung_id,
  cari: fold(name),
})

/**
 * Makes a school with `count` payers, each with one student. All students take the same class and
 * have no bills, so that generating a month makes `count` bills.
 */
export const fillForGeneration = async (db: Db, count: number): Promise<void> => {
  await migrate(db)
  await firstStart(db, { username: 'superadmin', password })
  const { gedung_id, kursus_id, kelas_id } = await makeClass(db)
  await transaction(db, async (trx) => {
    const payers = await insertMany<{ id: number; name: string }>(
      trx,
      'user',
      Array.from({ length: count }, (_, i) =>
        personRow(RoleId.akunBilling, `Keluarga ${i}`, gedung_id),
      ),
      { returning: ['id', 'name'] },
    )
    await insertMany(
      trx,
      'akun_billing_profil',
      payers.map((p) => ({
        user_id: p.id,
        nama_tagihan: p.name,
        alamat_tagihan: `Jl. Mawar ${p.id}`,
        kirim_via: 'wa',
        saldo_kredit: 0,
        blokir_tagihan: 0,
      })),
    )
    const students = await insertMany<{ id: number; name: string; akun_billing_id: number }>(
      trx,
      'user',
      payers.map((p, i) => ({
        ...personRow(RoleId.peserta, `Anak ${i}`, gedung_id),
        akun_billing_id: p.id,
      })),
      { returning: ['id', 'name', 'akun_billing_id'] },
    )
    await insertMany(
      trx,
      'kursus_peserta',
      students.map((s) => ({
        ...firstRow(),
        peserta_id: s.id,
        peserta_nama: s.name,
        peserta_nama_kunci: fold(s.name),
        kursus_pelatih_id: kelas_id,
        kursus_id,
        akun_billing_id: s.akun_billing_id,
        gedung_id,
        status: KursusPesertaStatus.aktif,
        mulai: '2024-01-01',
        cari: fold(s.name),
      })),
    )
  })
}
