/** Promos and the lines that they meet (domain.md 2.5, 3.4): amounts, days, and in words. */
import type { Sifat } from '#contract/billing/rules/tagihan.ts'
import { formatNumber, formatRupiah, percentOf } from '#contract/values/rupiah.ts'
import { firstDay } from '#contract/values/tanggal.ts'

type TipePromo = 'persen' | 'nominal' | 'gratis_pendaftaran' | 'gratis_bulan_ke_n'
/** A promo as it is stored, and how much of it is used already. Empty lists mean all. */
export interface Promo {
  id: number
  kode: string | null
  nama: string
  tipe: TipePromo
  /** Hundredths of a percent, rupiah a line, or the month n, by `tipe`. */
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
  /** Of lines, of all families and of each. */
  kuota: number | null
  kuota_per_akun: number | null
  dapat_digabung: boolean
  prioritas: number
  status: 'aktif' | 'nonaktif'
  /** Published uses that count, of all and of this family. */
  terpakai: number
  terpakai_akun: number
  /** Period of each student's first use, by student id, where `durasi_bulan` asks for it. */
  firstUses: ReadonlyMap<number, string>
}

/** A line of the family's period. */
export interface PromoLine {
  /** Any number that tells it from the others; of equal lines the smaller comes first. */
  id: number
  peserta_id: number | null
  /** Enrolment, its first day, and the course it is for; null on lines that are no tuition. */
  kursus_peserta_id: number | null
  mulai: string | null
  kursus_id: number | null
  kategori_kursus_id: number | null
  /** First day of the student's first enrolment ever; null before there is one. */
  mulai_pertama: string | null
  gedung_id: number
  sifat: Sifat
  /** The day by which promos must hold for it (`lineDay`). */
  tanggal: string
  /** After proration, before discounts, in rupiah. */
  bruto: number
  /**
   * Stands already: counts for the family's order, but nothing is taken off it any more. Its promos
   * decide what may still join.
   */
  standing?: readonly Pick<Promo, 'id' | 'nama' | 'dapat_digabung'>[]
}

/** What a promo gives a line; `alasan` says why not, null when it is given. */
export interface PromoVerdict {
  promo_id: number
  baris_id: number
  diskon: number
  alasan: string | null
}
export interface PromoResult {
  /**
   * For each line that does not stand yet: what is taken off, promo by promo in the order in which
   * they were computed.
   */
  baris: { id: number; diskon: number; promo: { id: number; diskon: number }[] }[]
  /** For each promo and each of those lines. */
  putusan: PromoVerdict[]
}

/**
 * The day by which a promo must hold for a line without a month: the bill's issue date, but never a
 * day that is gone.
 */
export const promoDay = (tanggal_terbit: string | null, today: string): string =>
  tanggal_terbit !== null && tanggal_terbit > today ? tanggal_terbit : today
/**
 * The day by which a promo must hold for a line: the first of the month that it is for; without one
 * that of its bill (`promoDay`).
 */
export const lineDay = (periode: string | null, billDay: string): string =>
  periode === null ? billDay : firstDay(periode)

/** Rupiah that a promo takes off a line alone; percent rounds to `pembulatan`. */
export const promoAmount = (
  { tipe, nilai, maks_diskon }: Pick<Promo, 'tipe' | 'nilai' | 'maks_diskon'>,
  bruto: number,
  pembulatan: number,
): number => {
  const whole = tipe === 'nominal' ? nilai : bruto
  const wanted = tipe === 'persen' ? percentOf(bruto, nilai, pembulatan) : whole
  return Math.min(bruto, maks_diskon ?? Infinity, wanted)
}

/** Hundredths of a percent as a number with at most two places: `12,5`. */
const percentText = (hundredths: number): string => {
  const whole = formatNumber(Math.floor(hundredths / 100))
  const rest = hundredths % 100
  return rest ? `${whole},${String(rest).padStart(2, '0').replace(/0$/, '')}` : whole
}
/** What a promo gives, in words: `5 %, paling banyak Rp50.000`. */
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
