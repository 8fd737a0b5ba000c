/**
 * Makes the people and the master data of the school for the report benchmark
 * (bench/reportData.ts).
 */
import { sql, type RawBuilder } from 'kysely'
import { insertMany } from '#server/db/insertMany.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { makeClass } from './data.ts'

/**
 * Size of the school. `months` is the number of months with bills; the last of them is `lastMonth`.
 * `lessons` is whether each class has a lesson in each week.
 */
export interface ReportSize {
  students: number
  months: number
  lessons: boolean
}
/** Last month with data. It is fixed and does not depend on the current date. */
export const lastMonth = '2026-11'
/** Last day with data, within `lastMonth`. */
export const lastDay = '2026-11-20'

/** Lowest id of each kind of person. */
export const base = { sales: 10_000, coach: 20_000, payer: 100_000, student: 500_000 }
export const outlets = 7
export const courses = 24
/** Returns the number of classes of a school with `students` students. */
export const classesOf = (students: number) => Math.round(students * 0.64)
export const payersOf = (students: number) => Math.round((students * 5) / 6)
export const salesOf = (students: number) => Math.max(4, Math.round(students / 1000))
export const coachesOf = (students: number) => Math.max(10, Math.round(students / 40))

export type Sql = RawBuilder<unknown>
/**
 * Returns an SQL expression that hashes the values of the expressions in `of` to an integer from 0
 * to `under` - 1. The integers look random, but are the same in every run.
 */
export const spread = (under: number, ...of: readonly Sql[]): Sql =>
  sql`((${sql.join(
    of.map((n, i) => sql`${n} * ${sql.lit([7919, 104_729, 1_299_709][i] ?? 31)}`),
    sql` + `,
  )}) / 7 % ${sql.lit(under)})`
/**
 * Returns SQL values for the audit columns (`stampNames`) of a row that was created on `day` at
 * noon (WIB).
 */
export const stamps = (day: Sql): Sql =>
  sql`1, ${day} || 'T05:00:00.000Z', 1, ${day} || 'T05:00:00.000Z', 1`
export const stampNames = sql.raw('versi, created_at, created_by, updated_at, updated_by')

/** Creates outlets in two time zones, courses in six categories, rooms and a bank. */
const makeMasters = async (db: Db): Promise<void> => {
  const { gedung_id, kursus_id } = await makeClass(db)
  const ids = (n: number) => Array.from({ length: n }, (_, i) => i + 1)
  const copy = async (
    table: 'gedung' | 'kursus' | 'kategori_kursus' | 'ruang',
    id: number,
    rows: object[],
  ) => {
    const row = await db
      .selectFrom(table)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await transaction(db, (trx) =>
      insertMany(
        trx,
        table,
        rows.map((more) => ({ ...row, ...more })),
      ),
    )
  }
  await copy(
    'gedung',
    gedung_id,
    ids(outlets)
      .slice(1)
      .map((id) => ({
        id,
        kode: `G${id}`,
        nama: `Outlet ${id}`,
        nama_kunci: `outlet ${id}`,
        zona_waktu: id % 3 === 0 ? 'Asia/Makassar' : 'Asia/Jakarta',
      })),
  )
  await copy(
    'ruang',
    1,
    ids(outlets)
      .slice(1)
      .map((id) => ({ id, gedung_id: id })),
  )
  await copy(
    'kategori_kursus',
    1,
    ids(6)
      .slice(1)
      .map((id) => ({ id, nama: `Kategori ${id}`, nama_kunci: `kategori ${id}` })),
  )
  await copy(
    'kursus',
    kursus_id,
    ids(courses)
      .slice(1)
      .map((id) => ({
        id,
        kode: `K${id}`,
        nama: `Kursus ${id}`,
        nama_kunci: `kursus ${id}`,
        kategori_kursus_id: 1 + (id % 6),
      })),
  )
  await sql`insert into bank (${stampNames}, nama_bank, nama_bank_kunci, no_rekening, atas_nama, atas_nama_kunci, tipe, metode, gedung, tampil_di_tagihan, urutan, status, cari)
    values (1, '2020-01-01T00:00:00.000Z', 1, '2020-01-01T00:00:00.000Z', 1, 'BCA', 'bca', '123456789', 'Sekolah', 'sekolah', 'bank', 1, '[]', 1, 0, 'aktif', 'bca')`.execute(
    db,
  )
}
/** Creates sales people, coaches, families and students, with classes and enrolments. */
const makePeople = async (db: Db, { students, months }: ReportSize): Promise<void> => {
  const people = async (
    kind: keyof typeof base,
    role: number,
    name: string,
    many: number,
    more: { columns: Sql; values: Sql } = { columns: sql``, values: sql`` },
  ) =>
    sql`insert into "user" (id, ${stampNames}, name, name_kunci, role_id, status, citizenship, gedung_id, information_source, cari, phone ${more.columns})
      select ${sql.lit(base[kind])} + n, ${stamps(sql`'2017-01-01'`)}, ${sql.lit(name)} || n, ${sql.lit(name.toLowerCase())} || n, ${sql.lit(role)}, 10, 'WNI', 1 + n % ${sql.lit(outlets)},
        case n % 4 when 0 then 'Instagram' when 1 then 'Teman' when 2 then 'Google' end, ${sql.lit(name.toLowerCase())} || n, '+62811' || (1000000 + n) ${more.values} from bench_n where n < ${sql.lit(many)}`.execute(
      db,
    )
  const payers = payersOf(students)
  await people('sales', 4, 'Sales ', salesOf(students))
  await people('coach', 3, 'Guru ', coachesOf(students))
  await people('payer', 5, 'Keluarga ', payers)
  await people('student', 6, 'Anak ', students, {
    columns: sql`, akun_billing_id, sales_id`,
    values: sql`, ${sql.lit(base.payer)} + n % ${sql.lit(payers)}, case when n % 5 < 3 then ${sql.lit(base.sales)} + n % ${sql.lit(salesOf(students))} end`,
  })
  await sql`insert into akun_billing_profil (user_id, nama_tagihan) select id, name from "user" where role_id = 5`.execute(
    db,
  )
  await sql`insert into sales_profil (user_id, kode, target_peserta_bulan) select id, 'S' || id, 10 from "user" where role_id = 4`.execute(
    db,
  )
  await sql`insert into kursus_pelatih (id, ${stampNames}, kode, nama, nama_kunci, pelatih_id, kursus_id, gedung_id, ruang_id, hari, jam_mulai, jam_selesai, mulai, status, cari)
    select 100000 + n, ${stamps(sql`'2017-01-01'`)}, 'X' || n, 'Kelas ' || n, 'kelas ' || n, ${sql.lit(base.coach)} + n % ${sql.lit(coachesOf(students))}, 1 + n % ${sql.lit(courses)},
      1 + n % ${sql.lit(outlets)}, 1 + n % ${sql.lit(outlets)}, 1 + n % 6, '1' || (3 + n % 6) || ':00', '1' || (3 + n % 6) || ':30', '2017-01-02', 'aktif', ''
    from bench_n where n < ${sql.lit(classesOf(students))}`.execute(db)
  await sql`insert into kursus_peserta (${stampNames}, peserta_id, peserta_nama, peserta_nama_kunci, kursus_pelatih_id, kursus_id, akun_billing_id, gedung_id, status, mulai, selesai, cari)
    select ${stamps(sql`h.tanggal`)}, s.id, s.name, s.name_kunci, k.id, k.kursus_id, s.akun_billing_id, s.gedung_id, case n % 5 when 0 then 9 else 1 end, h.tanggal,
      case n % 5 when 0 then (select tanggal from bench_hari e where e.i = h.i + 60 + n % 60) end, ''
    from bench_n join "user" s on s.id = ${sql.lit(base.student)} + n join kursus_pelatih k on k.id = 100000 + n % ${sql.lit(classesOf(students))}
      join bench_bulan b on b.m = n % ${sql.lit(months)} join bench_hari h on h.i = b.awal + n % 20`.execute(
    db,
  )
}

/**
 * Creates master data, people, classes and enrolments. Requires the helper tables of numbers, days
 * and months (`makeNumbers` in bench/reportData.ts).
 */
export const makeAround = async (db: Db, size: ReportSize): Promise<void> => {
  await makeMasters(db)
  await makePeople(db, size)
}
