/** Proration of monthly tuition by meetings (domain.md 3.3). */
import { skala } from '#contract/rules/rupiah.ts'
import { formatPeriode, occurrences } from '#contract/rules/tanggal.ts'

/** Share of a month that is charged, in meetings; the whole month when both are equal. */
export interface Prorata {
  pembilang: number
  penyebut: number
}

export interface ProrataInput {
  periode: string
  /** Weekday of the class, Monday 1 … Sunday 7. */
  hari: number
  mulai: string
  /** Day of the last meeting; null while it goes on. */
  selesai: string | null
  cutiMulai?: string | null
  /** Last day of leave; null while the return is open. */
  cutiSelesai?: string | null
  pertemuanPerBulan: number
  mingguKelima: 'libur' | 'jalan'
  /** Days without class that lower the charge (`hari_libur.prorata`) at the class's outlet. */
  hariLibur: readonly string[]
}

/** Dates on which the class meets in a month. Holidays go first, so that a fifth week stands in for one before it is dropped. */
const pertemuan = (
  hari: readonly string[],
  libur: readonly string[],
  mingguKelima: 'libur' | 'jalan',
) => {
  const jalan = libur.length ? hari.filter((t) => !libur.includes(t)) : hari
  return mingguKelima === 'libur' ? jalan.slice(0, 4) : jalan
}

/**
 * Meetings that a student is charged for, of `pertemuanPerBulan`. The full month (pembilang = penyebut) when start, end, leave and holidays
 * leave as many meetings as the month would have had, so a month of four weeks is full for a course of five. 0 when none is left.
 */
export const prorata = ({
  periode,
  hari,
  mulai,
  selesai,
  cutiMulai,
  cutiSelesai,
  pertemuanPerBulan,
  mingguKelima,
  hariLibur,
}: ProrataInput): Prorata => {
  const semua = occurrences(periode, hari)
  const ikut = pertemuan(semua, hariLibur, mingguKelima).filter(
    (t) =>
      t >= mulai &&
      (!selesai || t <= selesai) &&
      !(cutiMulai && t >= cutiMulai && (!cutiSelesai || t <= cutiSelesai)),
  ).length
  const penuh = ikut >= Math.min(pertemuan(semua, [], mingguKelima).length, pertemuanPerBulan)
  return { pembilang: penuh ? pertemuanPerBulan : ikut, penyebut: pertemuanPerBulan }
}

/** True when only a part of the month is charged. */
export const terprorata = ({ pembilang, penyebut }: Prorata): boolean => pembilang < penyebut

/** The prorated amount, rounded to `pembulatan`; a full month stays as it is, and rounding never makes a part dearer than the whole. */
export const biayaProrata = (biaya: number, bagian: Prorata, pembulatan: number): number =>
  terprorata(bagian)
    ? Math.min(biaya, skala(biaya, bagian.pembilang, bagian.penyebut, pembulatan))
    : biaya

/** Text of a tuition line: `Piano Grade 1 – November 2026 (2 dari 4 pertemuan)`, without the parenthesis for a full month. */
export const deskripsiTuisi = (kursus: string, periode: string, bagian: Prorata): string =>
  `${kursus} – ${formatPeriode(periode)}${terprorata(bagian) ? ` (${bagian.pembilang} dari ${bagian.penyebut} pertemuan)` : ''}`
