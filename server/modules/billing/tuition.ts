/**
 * What an enrolment costs in a month (domain.md 3.3, 3.4): price, proration, PPN, and why nothing is
 * asked. The generation, lines that are tied to an enrolment by hand and the form all ask here.
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { HasilGenerate } from '#contract/enums.ts'
import { deskripsiTuisi, prorata, terprorata, type Prorata } from '#contract/rules/prorata.ts'
import { hitungItem, type ItemJumlah } from '#contract/rules/tagihan.ts'
import { firstDay, lastDay } from '#contract/rules/tanggal.ts'
import type { Settings } from '#contract/settings.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import { hargaPeriode } from '#server/modules/master/harga.ts'
import { liburProrata } from '#server/modules/master/libur.ts'

export type Hasil = z.infer<typeof HasilGenerate.schema>
/** An enrolment as the price of its month hangs on it. */
export interface Enrolment {
  id: number
  peserta_id: number
  status: number
  mulai: string
  selesai: string | null
  cuti_mulai: string | null
  cuti_selesai: string | null
  khusus: number | null
  gedung_id: number
  kursus_id: number
  kategori: number
  hari: number
  kursus: string
  pmb: number
  biaya: number
  kena: number
}
/** The columns of `Enrolment`, of `enrolmentTables`. */
export const enrolmentColumns = sql`kp.id, kp.peserta_id, kp.status, kp.mulai, kp.selesai,
  kp.cuti_mulai, kp.cuti_selesai, kp.biaya_bulanan_khusus as khusus, kp.gedung_id, kp.kursus_id,
  k.kategori_kursus_id as kategori, kl.hari, k.nama as kursus, k.pertemuan_per_bulan as pmb,
  k.biaya_bulanan as biaya, k.ppn_kena as kena`
export const enrolmentTables = sql`kursus_peserta kp
  join kursus_pelatih kl on kl.id = kp.kursus_pelatih_id join kursus k on k.id = kp.kursus_id`

/** Key of the line that bills an enrolment's month: there is one of it among all live bills. */
export const tuitionKey = (kursus_peserta_id: number, periode: string): string =>
  `kp:${kursus_peserta_id}:${periode}`

export interface Tuition {
  harga_satuan: number
  deskripsi: string
  /** Null for a whole month. */
  prorata: Prorata | null
  ppn_persen: number
  /** Before promos and discounts. */
  amounts: ItemJumlah
  /** Why there are no lessons to pay for in the month. */
  noLessons: Hasil | null
  /** Why lessons cost nothing. */
  noPrice: Hasil | null
}

/** Why a month has no lessons for a student; null when it has some. */
const lessonsOf = (
  r: Enrolment,
  periode: string,
  dates: Omit<Parameters<typeof prorata>[0], 'cutiMulai' | 'cutiSelesai'>,
): { part: Prorata; noLessons: Hasil | null } => {
  const [first, last] = [firstDay(periode), lastDay(periode)]
  // Leave without dates is until further notice; dates of a leave that is over still cut the months
  // that they touch.
  const onLeave = r.status === 2 || (r.cuti_mulai !== null && r.cuti_selesai !== null)
  const cuti = {
    cutiMulai: onLeave ? (r.cuti_mulai ?? first) : null,
    cutiSelesai: onLeave ? r.cuti_selesai : null,
  }
  const part = prorata({ ...dates, ...cuti })
  const none = (): Hasil | null => {
    if (r.mulai > last) return 'belum_mulai'
    if (r.selesai && r.selesai < first) return 'selesai'
    if (part.pembilang > 0) return null
    // Holidays may be what leaves nothing of the month.
    if (prorata({ ...dates, ...cuti, hariLibur: [] }).pembilang > 0) return 'nominal_0'
    if (onLeave && prorata(dates).pembilang > 0) return 'cuti'
    return r.mulai > first ? 'belum_mulai' : 'selesai'
  }
  return { part, noLessons: none() }
}

/** Reads prices and holidays of a month once, and answers what any enrolment costs in it. */
export const tuitionOfMonth = async (
  db: Db | Trx,
  settings: Settings,
  periode: string,
): Promise<(r: Enrolment) => Tuition> => {
  const priceOf = await hargaPeriode(db, periode)
  const holidaysAt = await liburProrata(db, firstDay(periode), lastDay(periode))
  const { pembulatan, minggu_kelima: mingguKelima } = settings
  return (r) => {
    const { hari, mulai, selesai, pmb: pertemuanPerBulan } = r
    const price = priceOf({ id: r.kursus_id, biaya_bulanan: r.biaya }, r.gedung_id)
    const harga_satuan = r.khusus ?? price.biaya_bulanan
    const hariLibur = holidaysAt(r.gedung_id)
    const dates = { periode, hari, mulai, selesai, pertemuanPerBulan, mingguKelima, hariLibur }
    const { part, noLessons } = lessonsOf(r, periode, dates)
    const partial = terprorata(part) ? part : null
    const ppn_persen = r.kena === 1 ? settings.ppn_persen : 0
    const line = { qty: 1, harga_satuan, prorata: partial, pembulatan, diskon: 0, ppn_persen }
    const amounts = hitungItem(line)
    const unpriced: Hasil = r.khusus === null && price.baris === null ? 'tanpa_harga' : 'nominal_0'
    const nothing = amounts.jumlah === 0 ? 'nominal_0' : null
    const noPrice = harga_satuan === 0 ? unpriced : nothing
    const deskripsi = deskripsiTuisi(r.kursus, periode, part)
    return { harga_satuan, deskripsi, prorata: partial, ppn_persen, amounts, noLessons, noPrice }
  }
}

/** Enrolments by id. */
export const readEnrolments = async (
  db: Db | Trx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Enrolment>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Enrolment>`select ${enrolmentColumns} from ${enrolmentTables}
    where kp.id in (${sql.join([...ids])})`.execute(db)
  return new Map(rows.map((r) => [r.id, r]))
}
