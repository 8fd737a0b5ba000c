/** Promos and the lines to which they apply (domain.md 2.5, 3.4), with amounts, days and texts. */
import type { Sifat } from '#contract/billing/rules/tagihan.ts'
import { formatNumber, formatRupiah, percentOf } from '#contract/values/rupiah.ts'
import { firstDay } from '#contract/values/tanggal.ts'

type TipePromo = 'persen' | 'nominal' | 'gratis_pendaftaran' | 'gratis_bulan_ke_n'
/**
 * A stored promo with the number of its uses. A list such as `kursus` limits the promo to the
 * listed values; an empty list is no limit.
 */
export interface Promo {
  id: number
  kode: string | null
  nama: string
  tipe: TipePromo
  /**
   * Value of the promo, depending on `tipe`: hundredths of a percent, rupiah per line, or the
   * number of the free month.
   */
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
  /** Maximum number of lines of the whole school that may use the promo; null means no limit. */
  kuota: number | null
  /** Maximum number of lines per family that may use the promo; null means no limit. */
  kuota_per_akun: number | null
  dapat_digabung: boolean
  prioritas: number
  status: 'aktif' | 'nonaktif'
  /** Number of uses on published bills of the whole school. */
  terpakai: number
  /** Number of uses on published bills of the family for which the promo is computed. */
  terpakai_akun: number
  /**
   * Month of the first use by each student, by student id. Only filled for a promo with
   * `durasi_bulan`.
   */
  firstUses: ReadonlyMap<number, string>
}

/** A bill line of a family in a month, existing or planned. */
export interface PromoLine {
  /**
   * Unique number of the line. Lines of a student are ordered by start and id of their enrolments;
   * when these are equal or missing, the line with the smaller number comes first.
   */
  id: number
  peserta_id: number | null
  /** Enrolment that a tuition line charges; null on a line without an enrolment. */
  kursus_peserta_id: number | null
  /** First day of the enrolment; null on a line without an enrolment. */
  mulai: string | null
  /** Course of the enrolment; null on a line without an enrolment. */
  kursus_id: number | null
  /** Category of the course; null on a line without an enrolment. */
  kategori_kursus_id: number | null
  /** First day of the first enrolment of the student; null for a student without enrolments. */
  mulai_pertama: string | null
  gedung_id: number
  sifat: Sifat
  /** Day that decides which promos are in force for the line (`lineDay`). */
  tanggal: string
  /** Amount after proration and before discounts, in rupiah. */
  bruto: number
  /**
   * Promos that an existing line already has; undefined for a new line. Existing lines count for
   * conditions about the family (number of courses, order of children) but get no further discount.
   * New lines get only promos that can be combined with the promos of existing lines.
   */
  standing?: readonly Pick<Promo, 'id' | 'nama' | 'dapat_digabung'>[]
}

/** Result of a promo for a line. */
export interface PromoVerdict {
  promo_id: number
  baris_id: number
  diskon: number
  /** Reason why the promo is not applied to the line; null when the promo is applied. */
  alasan: string | null
}
export interface PromoResult {
  /** Total discount of each new line, and its parts by promo in the order of application. */
  baris: { id: number; diskon: number; promo: { id: number; diskon: number }[] }[]
  /** Result of each promo for each new line. */
  putusan: PromoVerdict[]
}

/**
 * Returns the day that decides which promos are in force for a line without a month: the issue date
 * of the bill, or today when the issue date is past or missing.
 */
export const promoDay = (tanggal_terbit: string | null, today: string): string =>
  tanggal_terbit !== null && tanggal_terbit > today ? tanggal_terbit : today
/**
 * Returns the day that decides which promos are in force for a line: the first day of its month, or
 * `billDay` (`promoDay`) for a line without a month.
 */
export const lineDay = (periode: string | null, billDay: string): string =>
  periode === null ? billDay : firstDay(periode)

/**
 * Returns the discount in rupiah that a promo gives a line without other promos. Percentages are
 * rounded to `pembulatan`.
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

/** Formats hundredths of a percent with at most two decimals: 1250 → `12,5`. */
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
