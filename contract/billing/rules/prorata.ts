/** Proration of monthly tuition by lessons (domain.md 3.3). */
import { scale } from '#contract/values/rupiah.ts'
import { formatPeriode, occurrences } from '#contract/values/tanggal.ts'

/**
 * Charged share of a month: `pembilang` lessons out of `penyebut`. Equal numbers charge the whole
 * month.
 */
export interface Prorata {
  pembilang: number
  penyebut: number
}

export interface ProrataInput {
  periode: string
  /** Weekday of the class, from 1 (Monday) to 7 (Sunday). */
  hari: number
  mulai: string
  /** Last day of the enrolment; null while no end is set. */
  selesai: string | null
  /**
   * Leaves of the student, each with its first and last day. The last day is null while the day of
   * the student's return is unknown.
   */
  cuti?: readonly { mulai: string; selesai: string | null }[]
  pertemuanPerBulan: number
  mingguKelima: 'libur' | 'jalan'
  /** Dates of the holidays of the outlet that reduce the charge (`hari_libur.prorata`). */
  hariLibur: readonly string[]
}

/**
 * Returns the dates of the lessons of a class in a month. `days` are all dates in the month with
 * the weekday of the class. Holidays are removed first. With `mingguKelima` = `libur`, only the
 * first four remaining dates count. A lesson in the fifth week can therefore replace a lesson on a
 * holiday.
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
 * Returns the share of the monthly tuition that a student is charged: the charged lessons out of
 * `pertemuanPerBulan`. `pembilang` is 0 when no lesson is charged. Lessons before the start, after
 * the end, during a leave and on holidays are not charged. A student who loses no lesson in these
 * ways is charged the whole month, even if the month has fewer lesson days than
 * `pertemuanPerBulan`.
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
 * Returns the tuition for the charged share of a month in rupiah. The tuition for a part of the
 * month is rounded to a multiple of `pembulatan`, but is at most `biaya`. The tuition for a full
 * month is not rounded.
 */
export const proratedFee = (biaya: number, share: Prorata, pembulatan: number): number =>
  isProrated(share)
    ? Math.min(biaya, scale(biaya, share.pembilang, share.penyebut, pembulatan))
    : biaya

/**
 * Returns the text of a tuition line: `Piano Grade 1 – November 2026 (2 dari 4 pertemuan)`. The
 * text for a full month has no parentheses.
 */
export const tuitionText = (kursus: string, periode: string, share: Prorata): string =>
  `${kursus} – ${formatPeriode(periode)}${isProrated(share) ? ` (${share.pembilang} dari ${share.penyebut} pertemuan)` : ''}`
