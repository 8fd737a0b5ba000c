/** Proration of monthly tuition by lessons (domain.md 3.3). */
import { scale } from '#contract/values/rupiah.ts'
import { formatPeriode, occurrences } from '#contract/values/tanggal.ts'

/** Share of a month that is charged, in lessons; the whole month when both are equal. */
export interface Prorata {
  pembilang: number
  penyebut: number
}

export interface ProrataInput {
  periode: string
  /** Weekday of the class, Monday 1 … Sunday 7. */
  hari: number
  mulai: string
  /** Day of the last lesson; null while it goes on. */
  selesai: string | null
  /** Days away, first and last; without a last day while the return is open. */
  cuti?: readonly { mulai: string; selesai: string | null }[]
  pertemuanPerBulan: number
  mingguKelima: 'libur' | 'jalan'
  /** Days without class that lower the charge (`hari_libur.prorata`) at the class's outlet. */
  hariLibur: readonly string[]
}

/**
 * Dates on which the class meets in a month. Holidays go first, so that a fifth week stands in for
 * one before it is dropped.
 */
const lessonDays = (
  days: readonly string[],
  holidays: readonly string[],
  mingguKelima: 'libur' | 'jalan',
) => {
  const held = holidays.length ? days.filter((t) => !holidays.includes(t)) : days
  return mingguKelima === 'libur' ? held.slice(0, 4) : held
}

/**
 * Lessons that a student is charged for, of `pertemuanPerBulan`. The full month (pembilang =
 * penyebut) when start, end, leave and holidays leave as many lessons as the month would have had,
 * so a month of four weeks is full for a course of five. 0 when none is left.
 */
export const prorata = ({
  periode,
  hari,
  mulai,
  selesai,
  cuti = [],
  pertemuanPerBulan,
  mingguKelima,
  hariLibur,
}: ProrataInput): Prorata => {
  const days = occurrences(periode, hari)
  const charged = lessonDays(days, hariLibur, mingguKelima).filter(
    (t) =>
      t >= mulai &&
      (!selesai || t <= selesai) &&
      !cuti.some((away) => t >= away.mulai && (!away.selesai || t <= away.selesai)),
  ).length
  const isFull = charged >= Math.min(lessonDays(days, [], mingguKelima).length, pertemuanPerBulan)
  return { pembilang: isFull ? pertemuanPerBulan : charged, penyebut: pertemuanPerBulan }
}

/** True when only a part of the month is charged. */
export const isProrated = ({ pembilang, penyebut }: Prorata): boolean => pembilang < penyebut

/**
 * The prorated amount, rounded to `pembulatan`; a full month stays as it is, and rounding never
 * makes a part dearer than the whole.
 */
export const proratedFee = (biaya: number, share: Prorata, pembulatan: number): number =>
  isProrated(share)
    ? Math.min(biaya, scale(biaya, share.pembilang, share.penyebut, pembulatan))
    : biaya

/**
 * Text of a tuition line: `Piano Grade 1 – November 2026 (2 dari 4 pertemuan)`, without the
 * parenthesis for a full month.
 */
export const tuitionText = (kursus: string, periode: string, share: Prorata): string =>
  `${kursus} – ${formatPeriode(periode)}${isProrated(share) ? ` (${share.pembilang} dari ${share.penyebut} pertemuan)` : ''}`
