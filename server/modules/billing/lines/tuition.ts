/**
 * Tuition of an enrolment for a month (domain.md 3.3, 3.4): price, proration, PPN, and the reason
 * if no tuition is charged. Used by the monthly generation, by the bill form, and for manual lines
 * that refer to an enrolment.
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { tuitionText, prorata, isProrated, type Prorata } from '#contract/billing/rules/prorata.ts'
import { computeItem, type ItemAmounts } from '#contract/billing/rules/tagihan.ts'
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { HasilGenerate } from '#contract/enums.ts'
import { leavesOfMonth, type Leave } from '#contract/schedule/rules/enrolment.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { firstDay, lastDay } from '#contract/values/tanggal.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { readLiburProrata } from '#server/modules/catalog/hariLibur.ts'
import { readHargaPeriode } from '#server/modules/catalog/kursusHarga.ts'

export type LineOutcome = z.infer<typeof HasilGenerate.schema>
/** Fields of an enrolment and of its class and course that determine the monthly tuition. */
export interface Enrolment {
  id: number
  peserta_id: number
  status: number
  mulai: string
  selesai: string | null
  cuti_mulai: string | null
  cuti_selesai: string | null
  /** Past leaves as the JSON text of an array. */
  cuti_lama: string
  /**
   * Time at which the enrolment was stopped or finished; null while it continues or is not active
   * yet.
   */
  diakhiri_at: string | null
  khusus: number | null
  gedung_id: number
  kursus_id: number
  kategori: number
  hari: number
  /**
   * Weekday of the class from the date `hari_baru_mulai` on; null if no change of the weekday is
   * planned.
   */
  hari_baru: number | null
  hari_baru_mulai: string | null
  kursus: string
  pmb: number
  biaya: number
  kena: number
}
/** Selects the columns of `Enrolment` in a query that reads from `enrolmentTables`. */
export const enrolmentColumns = sql`kp.id, kp.peserta_id, kp.status, kp.mulai, kp.selesai,
  kp.cuti_mulai, kp.cuti_selesai, kp.cuti_lama, kp.diakhiri_at, kp.biaya_bulanan_khusus as khusus, kp.gedung_id, kp.kursus_id,
  k.kategori_kursus_id as kategori, kl.hari, v.hari as hari_baru, v.mulai as hari_baru_mulai, k.nama as kursus, k.pertemuan_per_bulan as pmb,
  k.biaya_bulanan as biaya, k.ppn_kena as kena`
export const enrolmentTables = sql`kursus_peserta kp
  join kursus_pelatih kl on kl.id = kp.kursus_pelatih_id join kursus k on k.id = kp.kursus_id
  left join kursus_pelatih_versi v on v.kursus_pelatih_id = kl.id and v.selesai is null`

/**
 * Returns the key of the line that bills a month of an enrolment. The key is unique among all bills
 * that are not void.
 */
export const tuitionKey = (kursus_peserta_id: number, periode: string): string =>
  `kp:${kursus_peserta_id}:${periode}`

export interface Tuition {
  harga_satuan: number
  deskripsi: string
  /**
   * Number of billed lessons (`pembilang`) out of the lessons of a full month (`penyebut`); null if
   * the full month is billed.
   */
  prorata: Prorata | null
  ppn_persen: number
  /** Amounts of the line before promos and discounts. */
  amounts: ItemAmounts
  /**
   * Reason why the enrolment has no billable lessons in the month; null if it has billable lessons.
   */
  noLessons: LineOutcome | null
  /** Reason why the amount of the month is 0; null if the amount is above 0. */
  noPrice: LineOutcome | null
}

/**
 * Returns the billable part of the month for an enrolment (`part`). `noLessons` is the reason why
 * no lesson is billable; null if at least one lesson is billable.
 */
const lessonsOf = (
  r: Enrolment,
  periode: string,
  dates: Omit<Parameters<typeof prorata>[0], 'cuti'>,
): { part: Prorata; noLessons: LineOutcome | null } => {
  const [first, last] = [firstDay(periode), lastDay(periode)]
  // A leave without dates lasts until further notice, so it covers the whole month. Past leaves
  // also reduce the months that they overlap.
  const onLeave =
    r.status === KursusPesertaStatus.cuti || (r.cuti_mulai !== null && r.cuti_selesai !== null)
  const currentLeave = onLeave ? [{ mulai: r.cuti_mulai ?? first, selesai: r.cuti_selesai }] : []
  const cuti = leavesOfMonth([...fromJson<Leave[]>(r.cuti_lama), ...currentLeave], periode)
  const part = prorata({ ...dates, cuti })
  const none = (): LineOutcome | null => {
    if (r.mulai > last) return 'belum_mulai'
    if (r.selesai && r.selesai < first) return 'selesai'
    if (part.pembilang > 0) return null
    // Without the holidays the month would have billable lessons, so the holidays are the reason.
    if (prorata({ ...dates, cuti, hariLibur: [] }).pembilang > 0) return 'nominal_0'
    if (cuti.length > 0 && prorata(dates).pembilang > 0) return 'cuti'
    return r.mulai > first ? 'belum_mulai' : 'selesai'
  }
  return { part, noLessons: none() }
}

/**
 * Returns the weekday of the class on the first day of the month or, if the enrolment starts later,
 * on the first day of the enrolment (decision 0130).
 */
const weekdayOf = ({ hari, hari_baru, hari_baru_mulai, mulai }: Enrolment, periode: string) => {
  const first = mulai > firstDay(periode) ? mulai : firstDay(periode)
  return hari_baru !== null && hari_baru_mulai !== null && hari_baru_mulai <= first
    ? hari_baru
    : hari
}

/**
 * Reads the prices and holidays of a month once. Returns a function that computes the tuition of an
 * enrolment for that month.
 */
export const tuitionOfMonth = async (
  db: Db | Trx,
  settings: Settings,
  periode: string,
): Promise<(r: Enrolment) => Tuition> => {
  const priceOf = await readHargaPeriode(db, periode)
  const holidaysAt = await readLiburProrata(db, firstDay(periode), lastDay(periode))
  const { pembulatan, minggu_kelima: mingguKelima } = settings
  return (r) => {
    const { mulai, selesai, pmb: pertemuanPerBulan } = r
    const hari = weekdayOf(r, periode)
    const price = priceOf({ id: r.kursus_id, biaya_bulanan: r.biaya }, r.gedung_id)
    const harga_satuan = r.khusus ?? price.biaya_bulanan
    const hariLibur = holidaysAt(r.gedung_id)
    const dates = { periode, hari, mulai, selesai, pertemuanPerBulan, mingguKelima, hariLibur }
    const { part, noLessons } = lessonsOf(r, periode, dates)
    const partial = isProrated(part) ? part : null
    const ppn_persen = r.kena === 1 ? settings.ppn_persen : 0
    const line = { qty: 1, harga_satuan, prorata: partial, pembulatan, diskon: 0, ppn_persen }
    const amounts = computeItem(line)
    const unpriced: LineOutcome =
      r.khusus === null && price.row === null ? 'tanpa_harga' : 'nominal_0'
    const nothing = amounts.jumlah === 0 ? 'nominal_0' : null
    const noPrice = harga_satuan === 0 ? unpriced : nothing
    const deskripsi = tuitionText(r.kursus, periode, part)
    return { harga_satuan, deskripsi, prorata: partial, ppn_persen, amounts, noLessons, noPrice }
  }
}

/** Reads the given enrolments. Returns them by id. */
export const readEnrolments = async (
  db: Db | Trx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Enrolment>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Enrolment>`select ${enrolmentColumns} from ${enrolmentTables}
    where kp.id in (${sql.join([...ids])})`.execute(db)
  return new Map(rows.map((r) => [r.id, r]))
}
