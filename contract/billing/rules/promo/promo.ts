/**
 * Types for promos and for the bill lines to which promos apply, and functions for their amounts,
 * days and texts (domain.md 2.5, 3.4).
 */
import type { Sifat } from '#contract/billing/rules/tagihan.ts'
import { formatNumber, formatRupiah, percentOf } from '#contract/values/rupiah.ts'
import { firstDay } from '#contract/values/tanggal.ts'

type TipePromo = 'persen' | 'nominal' | 'gratis_pendaftaran' | 'gratis_bulan_ke_n'
/**
 * A stored promo with the numbers of its uses. A non-empty list such as `kursus` limits the promo
 * to the listed values. An empty list does not limit the promo.
 */
export interface Promo {
  id: number
  kode: string | null
  nama: string
  tipe: TipePromo
  /**
   * Value of the promo. Its meaning depends on `tipe`: hundredths of a percent, rupiah per line, or
   * the number of the free month.
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
  /**
   * Maximum number of bill lines in the whole school that may use the promo. Null means no limit.
   */
  kuota: number | null
  /** Maximum number of bill lines of one family that may use the promo. Null means no limit. */
  kuota_per_akun: number | null
  dapat_digabung: boolean
  prioritas: number
  status: 'aktif' | 'nonaktif'
  /** Number of bill lines in the whole school that use the promo, on published bills only. */
  terpakai: number
  /**
   * Number of bill lines of the present family that use the promo, on published bills only. The
   * present family is the family for which promos are computed.
   */
  terpakai_akun: number
  /**
   * Month in which each student first used the promo, by student id. Only filled for a promo with
   * `durasi_bulan`.
   */
  firstUses: ReadonlyMap<number, string>
}

/** A bill line of a family in a month. The line exists already or is only planned. */
export interface PromoLine {
  /**
   * Number that identifies the line. It is also the last sort key for the lines of a student: lines
   * are sorted by the first day of the enrolment, then by the id of the enrolment, then by this
   * number.
   */
  id: number
  peserta_id: number | null
  /** Enrolment whose tuition the line charges. Null on a line without an enrolment. */
  kursus_peserta_id: number | null
  /** First day of the enrolment; null on a line without an enrolment. */
  mulai: string | null
  /** Course of the enrolment; null on a line without an enrolment. */
  kursus_id: number | null
  /** Category of the course; null on a line without an enrolment. */
  kategori_kursus_id: number | null
  /** First day of the student's first enrolment. Null for a student without enrolments. */
  mulai_pertama: string | null
  gedung_id: number
  sifat: Sifat
  /** Day on which a promo must be in force to apply to the line (`lineDay`). */
  tanggal: string
  /** Amount after proration and before discounts, in rupiah. */
  bruto: number
  /**
   * Promos of an existing line; undefined for a new line. Existing lines count for conditions about
   * the family (number of courses, order of children), but get no further discount. New lines get
   * only promos that can be combined with the promos of existing lines.
   */
  standing?: readonly Pick<Promo, 'id' | 'nama' | 'dapat_digabung'>[]
}

/** Result of computing one promo for one line. */
export interface PromoVerdict {
  promo_id: number
  baris_id: number
  diskon: number
  /** Reason why the promo was not applied to the line. Null when the promo was applied. */
  alasan: string | null
}
export interface PromoResult {
  /**
   * Total discount of each new line. `promo` lists the part of each promo, in the order in which
   * the promos were applied.
   */
  baris: { id: number; diskon: number; promo: { id: number; diskon: number }[] }[]
  /** Result of each promo for each new line. */
  putusan: PromoVerdict[]
}

/**
 * Returns the day on which a promo must be in force to apply to a bill line without a month. It is
 * the issue date of the bill. If this date is past or missing, it is today.
 */
export const promoDay = (tanggal_terbit: string | null, today: string): string =>
  tanggal_terbit !== null && tanggal_terbit > today ? tanggal_terbit : today
/**
 * Returns the day on which a promo must be in force to apply to a line. It is the first day of the
 * month of the line. For a line without a month, it is `billDay`, which comes from `promoDay`.
 */
export const lineDay = (periode: string | null, billDay: string): string =>
  periode === null ? billDay : firstDay(periode)

/**
 * Returns the discount in rupiah that a promo gives a line without other promos. A discount by
 * percentage is rounded to a multiple of `pembulatan`.
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

/** Formats hundredths of a percent as a percentage with at most two decimals: 1250 → `12,5`. */
const percentText = (hundredths: number): string => {
  const whole = formatNumber(Math.floor(hundredths / 100))
  const rest = hundredths % 100
  return rest ? `${whole},${String(rest).padStart(2, '0').replace(/0$/, '')}` : whole
}
/** Describes the discount of a promo, for example `5 %, paling banyak Rp50.000`. */
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
