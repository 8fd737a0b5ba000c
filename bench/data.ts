/** The schools that the benchmarks measure. SQLite's is made once and kept in .cache/bench; PostgreSQL's lives as long as the run. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { pino } from 'pino'
import { createApp } from '#server/app.ts'
import { kunciDari } from '#server/crypto/kunci.ts'
import { openSqlite } from '#server/db/engine.ts'
import { fold } from '#server/db/fold.ts'
import { insertMany } from '#server/db/insertMany.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPatiently } from '#server/db/postgres.ts'
import type { Db } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { firstStart, made } from '#server/seed/first.ts'
import { makeSchool } from '#server/seed/school.ts'
import { freshDatabase, query, startPostgres } from '../scripts/postgres.ts'

export const password = 'rahasia-bench'
/** `bills` in all; a twentieth of the students' payers have the last month unpaid besides those in arrears. */
export interface Size {
  students: number
  months: number
}
const folder = '.cache/bench'
/** The last day of its data: a kept database stays as it is. */
const today = '2026-11-20'
const print = (text: string) => console.error(`  ${text}`)

/** A client of the API in this process, as superadmin. */
const login = async (db: Db) => {
  const app = createApp({
    db,
    kunci: kunciDari([Buffer.alloc(32)]),
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
  // A month that nobody has paid yet: more than 500 pages of unpaid bills.
  const post = await login(db)
  const { generate_batch_id } = await post('/billing/generate', { periode: '2026-12' })
  for (let setelah_id = 0, tersisa = 1; tersisa > 0;)
    ({ tersisa, terakhir_id: setelah_id } = (await post('/billing/terbitkan-banyak', {
      generate_batch_id,
      setelah_id,
    })) as unknown as { tersisa: number; terakhir_id: number })
}

/** What the rows look like depends on these: a changed one makes the data anew. */
const fingerprint = () => {
  const hash = createHash('sha256')
  for (const dir of ['server/db/migrations', 'server/seed'])
    for (const file of readdirSync(dir).sort()) hash.update(readFileSync(`${dir}/${file}`))
  return hash.digest('hex').slice(0, 10)
}

/** A data folder with SQLite's file of a size. */
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
/** A PostgreSQL of this run, durable as in production. */
export const postgresOfRun = () => startPostgres({ durable: true, install: true })
/** A database of a size in it. */
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

/** A school of `count` payers with one student and one class each, nothing billed: what a generation turns into `count` bills. */
export const fillForGeneration = async (db: Db, count: number): Promise<void> => {
  await migrate(db)
  await firstStart(db, { username: 'superadmin', password })
  const post = await login(db)
  const { id: gedung_id } = (await post('/gedung/create', {
    kode: 'JKT',
    nama: 'Jakarta',
    alamat: 'Jl. Melati 1',
    kota: 'Jakarta',
  })) as unknown as { id: number }
  const kategori = (await post('/kategori-kursus/create', { nama: 'Piano' })) as unknown as {
    id: number
  }
  const course = (await post('/kursus/create', {
    kode: 'P1',
    nama: 'Piano Grade 1',
    kategori_kursus_id: kategori.id,
    tipe: 'group',
    kapasitas_maks: 100,
    biaya_bulanan: 500_000,
  })) as unknown as { id: number }
  const coach = (await post('/user/create', {
    role_id: 3,
    name: 'Citra Guru',
    email: 'citra@contoh.id',
    phone: '081234567890',
  })) as unknown as { id: number }
  const { id: ruang_id } = (await post('/ruang/create', {
    nama: 'A1',
    gedung_id,
    kapasitas: 100,
  })) as unknown as { id: number }
  const kelas = (await post('/kursus-pelatih/create', {
    pelatih_id: coach.id,
    kursus_id: course.id,
    gedung_id,
    ruang_id,
    hari: 1,
    jam_mulai: '09:00',
    mulai: '2024-01-01',
  })) as unknown as { id: number }
  await transaction(db, async (trx) => {
    const person = (role_id: number, name: string) => ({
      ...made(),
      name,
      name_kunci: fold(name),
      role_id,
      status: 10,
      citizenship: 'WNI',
      activation: 0,
      sumber: 'admin',
      harus_ganti_password: 0,
      token_versi: 1,
      gedung_id,
      cari: fold(name),
    })
    const payers = await insertMany<{ id: number; name: string }>(
      trx,
      'user',
      Array.from({ length: count }, (_, i) => person(5, `Keluarga ${i}`)),
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
      payers.map((p, i) => ({ ...person(6, `Anak ${i}`), akun_billing_id: p.id })),
      { returning: ['id', 'name', 'akun_billing_id'] },
    )
    await insertMany(
      trx,
      'kursus_peserta',
      students.map((s) => ({
        ...made(),
        peserta_id: s.id,
        peserta_nama: s.name,
        peserta_nama_kunci: fold(s.name),
        kursus_pelatih_id: kelas.id,
        kursus_id: course.id,
        akun_billing_id: s.akun_billing_id,
        gedung_id,
        status: 1,
        mulai: '2024-01-01',
        cari: fold(s.name),
      })),
    )
  })
}
