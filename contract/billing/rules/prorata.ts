/** Proration of monthly tuition by lessons (domain.md 3.3). */
import { scale } from '#contract/values/rupiah.ts'
import { formatPeriode, occurrences } from '#contract/values/tanggal.ts'

/** Charged share of a month, in lessons; the whole month when both are equal. */
export interface Prorata {
  pembilang: number
  penyebut: number
}

export interface ProrataInput {
  periode: string
  /** Weekday of the class, Monday 1 … Sunday 7. */
  hari: number
  mulai: string
  /** Date of the last lesson; null for an open-ended enrolment. */
  selesai: string | null
  /** Leaves by first and last day; without a last day while the return is open. */
  cuti?: readonly { mulai: string; selesai: string | null }[]
  pertemuanPerBulan: number
  mingguKelima: 'libur' | 'jalan'
  /** Holidays of the class's outlet that reduce the charge (`hari_libur.prorata`). */
  hariLibur: readonly string[]
}

/**
 * Returns the dates of a class in a month. Holidays are removed first, so that a fifth week
 * replaces one before it is dropped.
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
 * Returns the charged lessons of a student, out of `pertemuanPerBulan`. The month is full
 * (pembilang = penyebut) when start, end, leaves and holidays leave as many lessons as the month
 * would have had, so a month of four weeks is full for a course of five. 0 when no lesson is left.
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

/** Whether only a part of the month is charged. */
export const isProrated = ({ pembilang, penyebut }: Prorata): boolean => pembilang < penyebut

/**
 * Returns the prorated amount, rounded to `pembulatan`. A full month is not rounded, and rounding
 * never makes a part more expensive than the whole.
 */
export const proratedFee = (biaya: number, share: Prorata, pembulatan: number): number =>
  isProrated(share)
    ? Math.min(biaya, scale(biaya, share.pembilang, share.penyebut, pembulatan))
    : biaya

/**
 * Returns the text of a tuition line: `Piano Grade 1 – November 2026 (2 dari 4 pertemuan)`, without
 * the parenthesis for a full month.
 */
export const tuitionText = (kursus: string, periode: string, share: Prorata): string =>
  `${kursus} – ${formatPeriode(periode)}${isProrated(share) ? ` (${share.pembilang} dari ${share.penyebut} pertemuan)` : ''}`
