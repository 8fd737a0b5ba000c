/**
 * Computes the payslip of a coach at an outlet for a month from the current lessons (domain.md
 * 3.19). The payslip has one line for each lesson of the month, corrections of months that are
 * already final, and a salary if the coach has one.
 */
import { sql } from 'kysely'
import type { JenisBarisHonor } from '#contract/schedule/honorEnums.ts'
import { correctedFrom, correctedMonths, salaryFor } from '#contract/schedule/rules/honor.ts'
import { formatNumber, formatRupiah } from '#contract/values/rupiah.ts'
import {
  addMonths,
  firstDay,
  formatJam,
  formatPeriode,
  formatTanggal,
  lastDay,
} from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { readRates } from '#server/modules/schedule/honor/rates.ts'
import { readSettings } from '#server/settings.ts'

/** Key of a payslip: coach, outlet and month. */
export interface PayslipKey {
  pelatih_id: number
  gedung_id: number
  periode: string
}
export interface HonorLine {
  pertemuan_id: number | null
  jenis: (typeof JenisBarisHonor.options)[number]['value']
  tanggal: string
  deskripsi: string
  dasar: string
  jumlah: number
}
interface LessonRow {
  id: number
  pelatih_id: number
  status: string
  tanggal: string
  jam_mulai: string
  kursus: string
  kelas: string | null
  pelatih_asli_id: number | null
  honor_tarif: number | null
  honor_persen: number | null
  honor_nominal: number | null
  dikunci: number
  /** Number of the coach's stored payslip lines of the kind `pertemuan` for the lesson: 0 or 1. */
  utama: number
}

/**
 * Reads lessons at an outlet in a range of days: lessons with pay that the coach gave, and lessons
 * that are on a stored payslip of the coach.
 */
const readLessons = async (
  db: Db | Trx,
  { pelatih_id, gedung_id }: PayslipKey,
  days: { from: string; until: string },
): Promise<LessonRow[]> => {
  const of = sql`p.gedung_id = ${gedung_id} and p.tanggal between ${days.from} and ${days.until}`
  const { rows } = await sql<LessonRow>`
    select p.id, p.pelatih_id, p.pelatih_asli_id, p.status, p.tanggal, p.jam_mulai, p.honor_tarif, p.honor_persen, p.honor_nominal,
      k.nama as kursus, c.nama as kelas,
      coalesce((select sum(b.jumlah) from honor_baris b where b.pertemuan_id = p.id and b.pelatih_id = ${pelatih_id}), 0) as dikunci,
      (select count(*) from honor_baris b where b.pertemuan_id = p.id and b.pelatih_id = ${pelatih_id} and b.jenis = 'pertemuan') as utama
    from (
      select p.id from pertemuan p where p.pelatih_id = ${pelatih_id} and ${of} and p.status = 'selesai' and p.honor_nominal is not null
      union select p.id from honor_baris b join pertemuan p on p.id = b.pertemuan_id where b.pelatih_id = ${pelatih_id} and ${of}
    ) found
    join pertemuan p on p.id = found.id
    join kursus k on k.id = p.kursus_id
    left join kursus_pelatih c on c.id = p.kursus_pelatih_id
    order by p.tanggal, p.jam_mulai, p.id`.execute(db)
  return rows.map((row) => ({ ...row, dikunci: Number(row.dikunci), utama: Number(row.utama) }))
}

const basisOf = ({ honor_tarif, honor_persen }: LessonRow): string => {
  if (honor_persen !== null) return `${formatNumber(honor_persen / 100)} % dari harga pertemuan`
  return honor_tarif === null ? '–' : `${formatRupiah(honor_tarif)} per pertemuan`
}
/**
 * Returns the payslip line of a lesson. Its amount is the current pay minus the amount already
 * paid. Returns undefined if the difference is 0.
 */
const lineOf = (row: LessonRow, { pelatih_id }: PayslipKey): HonorLine | undefined => {
  const isGiven = row.pelatih_id === pelatih_id && row.status === 'selesai'
  const due = isGiven ? (row.honor_nominal ?? 0) : 0
  const jumlah = due - row.dikunci
  if (jumlah === 0) return undefined
  const isFirst = row.utama === 0 && row.dikunci === 0
  const name = row.kelas ?? row.kursus
  const as = row.pelatih_asli_id !== null && isGiven ? ', sebagai pengganti' : ''
  return {
    pertemuan_id: row.id,
    jenis: isFirst ? 'pertemuan' : 'koreksi',
    tanggal: row.tanggal,
    deskripsi: `${formatJam(row.jam_mulai)} ${name}${as}`,
    dasar: isFirst ? basisOf(row) : `Sudah dihitung ${formatRupiah(row.dikunci)}`,
    jumlah,
  }
}
/** Reads the months whose payslip is final for a coach at an outlet. */
const readFinals = async (
  db: Db | Trx,
  { pelatih_id, gedung_id }: PayslipKey,
): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('honor_periode')
    .select('periode')
    .where('pelatih_id', '=', pelatih_id)
    .where('gedung_id', '=', gedung_id)
    .where('status', '<>', 'draft')
    .execute()
  return new Set(rows.map((row) => row.periode))
}

/**
 * Computes the lines of a month whose payslip is not final, and their sum in rupiah. A lesson is
 * paid in its own month. If the lesson changes after the payslip of that month became final, the
 * difference is paid in the next month whose payslip is not final.
 */
export const planHonor = async (
  db: Db | Trx,
  slip: PayslipKey,
): Promise<{ baris: HonorLine[]; total: number; jumlah_pertemuan: number }> => {
  const { kunci_buku_sampai } = await readSettings(db)
  const finals = await readFinals(db, slip)
  const until = lastDay(slip.periode)
  const locked = kunci_buku_sampai ?? ''
  // A month whose books are closed gets no corrections of earlier months.
  const from = until <= locked ? slip.periode : correctedFrom(slip.periode, finals, locked)
  const rows = await readLessons(db, slip, { from: firstDay(from), until })
  const lines = rows.flatMap((row) => {
    const month = row.tanggal.slice(0, 7)
    return month === slip.periode || finals.has(month) ? (lineOf(row, slip) ?? []) : []
  })
  const salary = salaryFor(await readRates(db, slip.pelatih_id), slip.gedung_id, until)
  const baris: HonorLine[] = [
    ...(salary?.tarif
      ? [
          {
            pertemuan_id: null,
            jenis: 'tetap' as const,
            tanggal: until,
            deskripsi: `Honor tetap ${formatPeriode(slip.periode)}`,
            dasar: `Sejak ${formatTanggal(salary.berlaku_mulai)}`,
            jumlah: salary.tarif,
          },
        ]
      : []),
    ...lines,
  ]
  return {
    baris,
    total: baris.reduce((sum, line) => sum + line.jumlah, 0),
    jumlah_pertemuan: baris.filter((line) => line.jenis === 'pertemuan').length,
  }
}

/**
 * Finds the pairs of coach and outlet for which there may be pay or a draft payslip in a month.
 * `gedung` lists the outlets to search.
 */
export const findPayslipKeys = async (
  db: Db | Trx,
  periode: string,
  gedung: readonly number[],
): Promise<Omit<PayslipKey, 'periode'>[]> => {
  if (gedung.length === 0) return []
  const here = sql.join(gedung)
  const { rows } = await sql<Omit<PayslipKey, 'periode'>>`
    select p.pelatih_id, p.gedung_id from pertemuan p where p.gedung_id in (${here}) and p.tanggal between ${firstDay(periode)} and ${lastDay(periode)} and p.status = 'selesai' and p.honor_nominal is not null
    union select t.pelatih_id, t.gedung_id from tarif_honor t where t.jenis = 'tetap' and t.gedung_id in (${here}) and t.berlaku_mulai <= ${lastDay(periode)}
    union select h.pelatih_id, h.gedung_id from honor_periode h where h.gedung_id in (${here}) and (h.periode = ${periode} or h.status <> 'draft' and h.periode between ${addMonths(periode, -correctedMonths)} and ${periode})
    order by 2, 1`.execute(db)
  return rows
}
