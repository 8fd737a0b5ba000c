/** Promos and the lines they apply to (domain.md 2.5, 3.4): amounts, days and texts. */
import type { Sifat } from '#contract/billing/rules/tagihan.ts'
import { formatNumber, formatRupiah, percentOf } from '#contract/values/rupiah.ts'
import { firstDay } from '#contract/values/tanggal.ts'

type TipePromo = 'persen' | 'nominal' | 'gratis_pendaftaran' | 'gratis_bulan_ke_n'
/** A stored promo with its current use. Empty lists mean all. */
export interface Promo {
  id: number
  kode: string | null
  nama: string
  tipe: TipePromo
  /** Hundredths of a percent, rupiah per line, or the month n, by `tipe`. */
  nilai: number
  maks_diskon: number | null
  jenis_sifat: readonly string[]
  kursus: readonly number[]
  kategori: readonly number[]
  gedung: readonly number[]
  min_kursus_keluarga: number | null
  urutan_anak: number | null
  peserta_baru: boolean
  mulai: string
  selesai: string | null
  durasi_bulan: number | null
  /** Maximum number of lines, of all families and of each family. */
  kuota: number | null
  kuota_per_akun: number | null
  dapat_digabung: boolean
  prioritas: number
  status: 'aktif' | 'nonaktif'
  /** Effective uses in published bills, of all families and of this one. */
  terpakai: number
  terpakai_akun: number
  /**
   * Period of each student's first use, by student id; filled where the promo has a `durasi_bulan`.
   */
  firstUses: ReadonlyMap<number, string>
}

/** A line of a family in a period. */
export interface PromoLine {
  /** Any unique number; among otherwise equal lines the smaller comes first. */
  id: number
  peserta_id: number | null
  /** Enrolment, its first day and its course; null on lines that are not tuition. */
  kursus_peserta_id: number | null
  mulai: string | null
  kursus_id: number | null
  kategori_kursus_id: number | null
  /** First day of the student's first enrolment; null without enrolments. */
  mulai_pertama: string | null
  gedung_id: number
  sifat: Sifat
  /** The day that decides which promos are in force (`lineDay`). */
  tanggal: string
  /** Amount after proration and before discounts, in rupiah. */
  bruto: number
  /**
   * Promos of an existing line: it counts for the family's order but gets no further discount, and
   * its promos decide which others can be combined.
   */
  standing?: readonly Pick<Promo, 'id' | 'nama' | 'dapat_digabung'>[]
}

/** Result of a promo for a line; `alasan` explains why it is not applied, null when it is. */
export interface PromoVerdict {
  promo_id: number
  baris_id: number
  diskon: number
  alasan: string | null
}
export interface PromoResult {
  /** For each new line: the discount, by promo in the order of computation. */
  baris: { id: number; diskon: number; promo: { id: number; diskon: number }[] }[]
  /** Verdicts for each promo and each of the new lines. */
  putusan: PromoVerdict[]
}

/**
 * Returns the day that decides which promos are in force for a line without a month: the bill's
 * issue date, but never a past day.
 */
export const promoDay = (tanggal_terbit: string | null, today: string): string =>
  tanggal_terbit !== null && tanggal_terbit > today ? tanggal_terbit : today
/**
 * Returns the day that decides which promos are in force for a line: the first of its month, or the
 * bill's day for a line without a month (`promoDay`).
 */
export const lineDay = (periode: string | null, billDay: string): string =>
  periode === null ? billDay : firstDay(periode)

/**
 * Returns the discount in rupiah of a promo alone on a line; percentages are rounded to
 * `pembulatan`.
 */
export const promoAmount = (
  { tipe, nilai, maks_diskon }: Pick<Promo, 'tipe' | 'nilai' | 'maks_diskon'>,
  bruto: number,
  pembulatan: number,
): number => {
  const whole = tipe === 'nominal' ? nilai : bruto
  const discount = tipe === 'persen' ? percentOf(bruto, nilai, pembulatan) : whole
  return Math.min(bruto, maks_diskon ?? Infinity, discount)
}

/** Formats hundredths of a percent with at most two decimals: `12,5`. */
const percentText = (hundredths: number): string => {
  const whole = formatNumber(Math.floor(hundredths / 100))
  const rest = hundredths % 100
  return rest ? `${whole},${String(rest).padStart(2, '0').replace(/0$/, '')}` : whole
}
/** Describes the discount of a promo: `5 %, paling banyak Rp50.000`. */
export const promoText = ({
  tipe,
  nilai,
  maks_diskon,
}: Pick<Promo, 'tipe' | 'nilai' | 'maks_diskon'>): string => {
  const cap = maks_diskon === null ? '' : `, paling banyak ${formatRupiah(maks_diskon)}`
  switch (tipe) {
    case 'persen':
      return `${percentText(nilai)} %${cap}`
    case 'nominal':
      return `${formatRupiah(nilai)} per baris`
    case 'gratis_pendaftaran':
      return `Gratis pendaftaran${cap}`
    case 'gratis_bulan_ke_n':
      return `Gratis bulan ke-${nilai}${cap}`
  }
}
