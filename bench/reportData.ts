/**
 * Makes a school with any number of billed months for the report benchmark: bills, receipts,
 * credit, expenses, leads, enrolments, coach pay and lessons. INSERT … SELECT statements that run
 * on SQLite and PostgreSQL create the rows. The SQLite file is kept in .cache/bench-report and
 * reused by later runs.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import { addMonths, firstDay } from '#contract/values/tanggal.ts'
import { restartIds } from '#server/db/ddl.ts'
import { engineOf, openSqlite } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate/migrate.ts'
import { openPatiently } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { firstStart } from '#server/seed/first.ts'
import { freshDatabase, query } from '../scripts/postgres.ts'
import { password } from './data.ts'
import {
  base,
  coachesOf,
  courses,
  lastDay,
  lastMonth,
  makeAround,
  outlets,
  payersOf,
  salesOf,
  spread,
  stampNames,
  stamps,
  type ReportSize,
} from './reportAround.ts'

const folder = '.cache/bench-report'
const dayMs = 86_400_000

/**
 * Creates helper tables of numbers, days and months. The later INSERT … SELECT statements join
 * them.
 */
const makeNumbers = async (db: Db, { students, months }: ReportSize): Promise<void> => {
  const first = firstDay(addMonths(lastMonth, 1 - months))
  const dayOf = (day: string) => Math.round((Date.parse(day) - Date.parse(first)) / dayMs)
  const days = Array.from({ length: dayOf(lastDay) + 120 }, (_, i) => ({
    i,
    tanggal: new Date(Date.parse(first) + i * dayMs).toISOString().slice(0, 10),
  }))
  const all = Array.from({ length: months }, (_, m) => addMonths(lastMonth, m + 1 - months))
  await sql`create table bench_n (n integer primary key)`.execute(db)
  await sql`create table bench_hari (i integer primary key, tanggal text not null)`.execute(db)
  await sql`create table bench_bulan (m integer primary key, periode text not null, awal integer not null)`.execute(
    db,
  )
  await sql`insert into bench_n with recursive r(n) as (select 0 union all select n + 1 from r where n < ${sql.lit(Math.max(students, 1000) - 1)}) select n from r`.execute(
    db,
  )
  for (let i = 0; i < days.length; i += 500)
    await sql`insert into bench_hari (i, tanggal) values ${sql.join(days.slice(i, i + 500).map((d) => sql`(${d.i}, ${d.tanggal})`))}`.execute(
      db,
    )
  await sql`insert into bench_bulan (m, periode, awal) values ${sql.join(all.map((periode, m) => sql`(${m}, ${periode}, ${dayOf(firstDay(periode))})`))}`.execute(
    db,
  )
}
const dropNumbers = async (db: Db): Promise<void> => {
  for (const table of ['bench_n', 'bench_hari', 'bench_bulan'])
    await sql`drop table ${sql.table(table)}`.execute(db)
}

/**
 * Creates one bill with its lines for each payer and month. Stores the paid amount and the payment
 * day of each bill in the helper table `bench_bayar`, which `makePayments` reads.
 */
const makeBills = async (db: Db, { students, months }: ReportSize): Promise<void> => {
  const payers = payersOf(students)
  const of = (n: number) => sql.lit(n)
  // Returns a number from 0 to 99 that decides when and how much a payer pays of a bill. 0 to 90:
  // paid within a month. 91 to 95: paid a month later. 96: half paid if the bill is from the last
  // 24 months, otherwise paid. 97 and 98: unpaid if the bill is from the last 12 months, otherwise
  // paid. 99: never paid; also void for half of the payers, and for all payers if the bill is older
  // than 24 months.
  const luck = spread(100, sql`a.n`, sql`b.m`)
  await sql`create table bench_tagihan as
    select b.m * ${of(payers)} + a.n + 1 as id, a.n as a, b.m, b.periode, b.awal, ${luck} as nasib, ${spread(5, sql`b.m`, sql`a.n`)} as metode,
      400000 + 50000 * (a.n % 7) as spp, case when a.n % 10 = 0 then 40000 else 0 end as diskon, case when a.n % 3 = 0 then 150000 else 0 end as barang,
      b.awal + ${spread(25, sql`a.n`, sql`b.m`)} + case when ${luck} between 91 and 95 then 35 else 0 end as bayar,
      1 + a.n % ${of(outlets)} as gedung_id
    from bench_n a cross join bench_bulan b where a.n < ${of(payers)}`.execute(db)
  await sql`create table bench_bayar as
    select t.*, t.spp - t.diskon + t.barang * 111 / 100 as total, h.tanggal as terbit, d.tanggal as tempo, p.tanggal as tanggal_bayar,
      case when p.tanggal > ${sql.lit(lastDay)} or nasib = 99 or (nasib in (97, 98) and t.m >= ${of(months - 12)}) then 0
        when nasib = 96 and t.m >= ${of(months - 24)} then (t.spp - t.diskon + t.barang * 111 / 100) / 2 else t.spp - t.diskon + t.barang * 111 / 100 end as terbayar
    from bench_tagihan t join bench_hari h on h.i = t.awal join bench_hari d on d.i = t.awal + 9 join bench_hari p on p.i = t.bayar`.execute(
    db,
  )
  await sql`insert into billing (id, ${stampNames}, nomor, nomor_kunci, akun_billing_id, gedung_id, periode, tanggal_terbit, jatuh_tempo, status, payment_status, subtotal, total_diskon, total_ppn,
      total, terbayar, sisa, nama_tagihan, nama_tagihan_kunci, sumber, diterbitkan_at, diterbitkan_oleh, void_at, void_by, void_alasan, cari)
    select t.id, ${stamps(sql`t.terbit`)}, 'INV/' || t.id, 'INV/' || t.id, ${of(base.payer)} + t.a, t.gedung_id, t.periode, t.terbit, t.tempo, 1,
      case when t.terbayar = 0 then 0 when t.terbayar < t.total then 1 else 2 end, t.spp + t.barang, t.diskon, t.barang * 11 / 100,
      t.total, t.terbayar, t.total - t.terbayar, 'Keluarga ' || t.a, 'keluarga ' || t.a, 'generate', t.terbit || 'T05:00:00.000Z', 1,
      case when t.nasib = 99 and (t.a % 2 = 0 or t.m < ${of(months - 24)}) then t.tempo || 'T05:00:00.000Z' end, case when t.nasib = 99 and (t.a % 2 = 0 or t.m < ${of(months - 24)}) then 1 end,
      case when t.nasib = 99 and (t.a % 2 = 0 or t.m < ${of(months - 24)}) then 'Salah' end, 'keluarga ' || t.a
    from bench_bayar t`.execute(db)
  await sql`insert into billing_item (billing_id, urutan, jenis_billing_id, peserta_id, kursus_id, deskripsi, periode, qty, harga_satuan, jumlah_bruto, diskon, ppn_persen, ppn, jumlah)
    select t.id, 0, 1, ${of(base.student)} + t.a, 1 + t.a % ${of(courses)}, 'Kursus', t.periode, 1, t.spp, t.spp, t.diskon, 0, 0, t.spp - t.diskon from bench_bayar t
    union all select t.id, 1, 4, ${of(base.student)} + t.a, null, 'Buku', null, 1, t.barang, t.barang, 0, 11, t.barang * 11 / 100, t.barang * 111 / 100 from bench_bayar t where t.barang > 0`.execute(
    db,
  )
}

/** Creates a sent WhatsApp message for each bill. */
const makeMessages = (db: Db) =>
  sql`insert into pesan_keluar (kanal, nama, tujuan, template, billing_id, isi, status, dibuat)
    select 'wa_link', 'Keluarga', '+62811', 'tagihan', t.id, 'Tagihan', 'terkirim', t.terbit || 'T06:00:00.000Z' from bench_bayar t`.execute(
    db,
  )

/**
 * Creates payments and their allocations. Some payments exceed their bill, and the excess becomes
 * credit of the payer. One in fifty payers pays all bills from credit.
 */
const makePayments = async (db: Db): Promise<void> => {
  const fromSaldo = sql`t.a % 50 = 7`
  const extra = sql`case when t.nasib = 3 then 50000 else 0 end`
  await sql`insert into billing_payment (id, ${stampNames}, nomor, nomor_kunci, akun_billing_id, gedung_id, tanggal, metode, bank_id, jumlah, dialokasikan, ke_saldo, pembayar_nama, pembayar_nama_kunci, diterima_oleh, cari)
    select t.id, ${stamps(sql`t.tanggal_bayar`)}, 'KW/' || t.id, 'KW/' || t.id, ${sql.lit(base.payer)} + t.a, t.gedung_id, t.tanggal_bayar, t.metode, case when t.metode = 0 then null else 1 end,
      t.terbayar + ${extra}, t.terbayar, ${extra}, 'Keluarga', 'keluarga', 1, 'keluarga' from bench_bayar t where t.terbayar > 0 and not ${fromSaldo} order by t.bayar, t.id`.execute(
    db,
  )
  await sql`insert into mutasi_saldo (${stampNames}, akun_billing_id, jenis, jumlah, payment_id, billing_id, keterangan, tanggal)
    select ${stamps(sql`x.tanggal`)}, x.akun, x.jenis, x.jumlah, x.payment_id, x.billing_id, x.jenis, x.tanggal from (
      select p.tanggal, p.akun_billing_id as akun, 'lebih_bayar' as jenis, p.ke_saldo as jumlah, p.id as payment_id, null as billing_id from billing_payment p where p.ke_saldo > 0
      union all select t.tanggal_bayar, ${sql.lit(base.payer)} + t.a, 'pakai', -t.terbayar, null, t.id from bench_bayar t where t.terbayar > 0 and ${fromSaldo}
      union all select t.tanggal_bayar, ${sql.lit(base.payer)} + t.a, 'nota_kredit', 25000, null, t.id from bench_bayar t where t.nasib = 50 and t.terbayar > 0
      union all select (select min(tanggal) from bench_hari), u.id, 'koreksi', 900000000, null, null from "user" u where u.role_id = 5 and u.id % 50 = ${sql.lit((base.payer + 7) % 50)}) x order by x.tanggal`.execute(
    db,
  )
  await sql`insert into billing_payment_alokasi (payment_id, mutasi_id, billing_id, jumlah, created_at)
    select p.id, null, p.id, p.dialokasikan, p.created_at from billing_payment p
    union all select null, m.id, m.billing_id, -m.jumlah, m.created_at from mutasi_saldo m where m.jenis = 'pakai'`.execute(
    db,
  )
  await sql`update akun_billing_profil set saldo_kredit = coalesce((select sum(m.jumlah) from mutasi_saldo m where m.akun_billing_id = user_id), 0)`.execute(
    db,
  )
}

/**
 * Creates expenses of sales people, leads of sales people and the pay of coaches. If `lessons` is
 * true, also creates the lessons of the classes.
 */
const makeRest = async (db: Db, { students, months, lessons }: ReportSize): Promise<void> => {
  const waits = sql`n.n % 9 = 0 and b.m >= ${sql.lit(months - 2)}`
  const sales = salesOf(students)
  const of = (n: number) => sql.lit(n)
  const day = sql`join bench_hari h on h.i = b.awal + ${spread(20, sql`n.n`, sql`b.m`)}`
  await sql`insert into pengeluaran_sales (${stampNames}, nomor, nomor_kunci, sales_id, gedung_id, tanggal, kategori, keterangan, jumlah, metode, status, diajukan_oleh, disetujui_oleh, disetujui_at)
    select ${stamps(sql`h.tanggal`)}, 'PS/' || b.m || '/' || n.n, 'PS/' || b.m || '/' || n.n, ${of(base.sales)} + n.n % ${of(sales)}, 1 + n.n % ${of(outlets)}, h.tanggal,
      case n.n % 4 when 0 then 'transport' when 1 then 'iklan' when 2 then 'event' else 'komisi' end, 'Untuk sekolah', 50000 + 1000 * (n.n % 90), n.n % 2,
      case when ${waits} then 'diajukan' else 'disetujui' end, 1, case when ${waits} then null else 1 end, case when ${waits} then null else h.tanggal || 'T06:00:00.000Z' end
    from bench_n n cross join bench_bulan b ${day} where n.n < ${of(sales * 20)}`.execute(db)
  await sql`insert into lead (${stampNames}, nama, nama_kunci, nama_bunyi, phone, gedung_id, sales_id, information_source, kursus_minat, tahap, tahap_at, alasan_kalah, activation, aktif_at, menang_at, cari)
    select ${stamps(sql`h.tanggal`)}, 'Lead ' || n.n, 'lead ' || n.n, 'lead', '+62812' || (1000000 + n.n), 1 + n.n % ${of(outlets)}, ${of(base.sales)} + n.n % ${of(sales)},
      case n.n % 4 when 0 then 'Instagram' when 1 then 'Teman' when 2 then 'Google' end, '[]', case n.n % 3 when 0 then 'kalah' when 1 then 'menang' else 'baru' end,
      e.tanggal || 'T06:00:00.000Z', case n.n % 3 when 0 then 'harga' end, case n.n % 3 when 1 then 2 else 0 end,
      case n.n % 3 when 1 then h.tanggal || 'T07:00:00.000Z' end, case n.n % 3 when 1 then e.tanggal || 'T06:00:00.000Z' end, ''
    from bench_n n cross join bench_bulan b ${day} join bench_hari e on e.i = h.i + n.n % 30 where n.n < ${of(Math.round(students / 20))}`.execute(
    db,
  )
  await sql`insert into honor_periode (${stampNames}, pelatih_id, gedung_id, periode, status, total, dihitung_at, final_at)
    select ${stamps(sql`h.tanggal`)}, ${of(base.coach)} + n.n, 1 + n.n % ${of(outlets)}, b.periode, 'final', 2000000 + 1000 * n.n, h.tanggal || 'T06:00:00.000Z', h.tanggal || 'T06:00:00.000Z'
    from bench_n n cross join bench_bulan b join bench_hari h on h.i = b.awal + 20 where n.n < ${of(coachesOf(students))}`.execute(
    db,
  )
  if (!lessons) return
  await sql`insert into pertemuan (${stampNames}, kursus_pelatih_id, kursus_id, gedung_id, ruang_id, pelatih_id, jenis, status, tanggal, jam_mulai, jam_selesai, mulai_at, selesai_at, minggu)
    select ${stamps(sql`h.tanggal`)}, k.id, k.kursus_id, k.gedung_id, k.ruang_id, k.pelatih_id, 'reguler', case when h.tanggal < ${sql.lit(lastDay)} then 'selesai' else 'terjadwal' end,
      h.tanggal, k.jam_mulai, k.jam_selesai, h.tanggal || 'T06:00:00.000Z', h.tanggal || 'T06:30:00.000Z', h.tanggal
    from kursus_pelatih k join bench_hari h on h.i % 7 = k.hari where k.id >= 100000 order by h.i, k.id`.execute(
    db,
  )
}
const filled = [
  'user',
  'gedung',
  'ruang',
  'kursus',
  'kategori_kursus',
  'kursus_pelatih',
  'billing',
  'billing_payment',
]

/** Migrates an empty database and fills it with a school of the given size. */
const fillReport = async (db: Db, size: ReportSize): Promise<void> => {
  await migrate(db)
  await firstStart(db, { username: 'superadmin', password })
  await makeNumbers(db, size)
  await makeAround(db, size)
  await makeBills(db, size)
  await makePayments(db)
  await makeMessages(db)
  await makeRest(db, size)
  await dropNumbers(db)
  for (const table of ['bench_tagihan', 'bench_bayar'])
    await sql`drop table ${sql.table(table)}`.execute(db)
  for (const table of filled) await restartIds(db as never, table, 100_000_000)
  if (engineOf(db) === 'sqlite') await sql`analyze`.execute(db)
}
/**
 * Returns a hash of the migrations and of the files that make the school. `sqliteReportData` makes
 * the SQLite file again when the hash changes.
 */
const fingerprint = () => {
  const hash = createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .update(readFileSync(new URL('./reportAround.ts', import.meta.url)))
  for (const file of readdirSync('server/db/migrations').sort())
    hash.update(readFileSync(`server/db/migrations/${file}`))
  return hash.digest('hex').slice(0, 10)
}
const nameOf = ({ students, months, lessons }: ReportSize) =>
  `${students}-${months}${lessons ? '-lengkap' : ''}`

/**
 * Returns the path of a data folder with the SQLite file of a school of the given size. Makes the
 * folder if it does not exist.
 */
export const sqliteReportData = async (size: ReportSize): Promise<string> => {
  const name = nameOf(size)
  const path = `${folder}/${name}-${fingerprint()}`
  if (existsSync(`${path}/siap`)) return path
  mkdirSync(folder, { recursive: true })
  for (const old of readdirSync(folder))
    if (old.startsWith(`${name}-`)) rmSync(`${folder}/${old}`, { recursive: true })
  mkdirSync(path, { recursive: true })
  const { db, raw } = openSqlite(`${path}/nada.db`)
  raw.pragma('synchronous = OFF')
  raw.pragma('cache_size = -400000')
  await fillReport(db, size)
  raw.pragma('wal_checkpoint(TRUNCATE)')
  await db.destroy()
  mkdirSync(`${path}/siap`)
  return path
}
/**
 * Makes a database with a school of the given size on the PostgreSQL server whose URL is `server`.
 * Returns the URL of the database.
 */
export const postgresReportData = async (server: string, size: ReportSize): Promise<string> => {
  const { url } = await freshDatabase(server)
  await query(
    url,
    'alter system set synchronous_commit = off',
    `alter system set max_wal_size = '4GB'`,
    'select pg_reload_conf()',
  )
  const db = openPatiently(url)
  await fillReport(db, size)
  await db.destroy()
  await query(
    url,
    'vacuum analyze',
    'alter system reset synchronous_commit',
    'alter system reset max_wal_size',
    'select pg_reload_conf()',
  )
  return url
}
