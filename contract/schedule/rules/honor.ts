/** Rules of coach pay: the pay of a lesson, and the month in which it is paid (domain.md 3.19). */
import { type AttendanceCode, paysCoach } from '#contract/schedule/rules/attendance.ts'
import { addMonths, lastDay } from '#contract/values/tanggal.ts'

/**
 * Rate of coach pay that is stored in a lesson: either rupiah per lesson (`tarif`), or a share of
 * the lesson price in hundredths of a percent (`persen`). Both are null without a rate.
 */
export interface HonorRate {
  tarif: number | null
  persen: number | null
}
export const noRate: HonorRate = { tarif: null, persen: null }

/**
 * Returns the coach pay of a lesson in rupiah; null without a rate. The function `paysCoach`
 * decides which attendance marks lead to pay. A rate in rupiah is paid in full if at least one mark
 * leads to pay, or if the lesson had no students. A share of the lesson price (`harga`) is paid
 * once for each mark that leads to pay, and half a rupiah is rounded up.
 */
export const honorOf = (
  { tarif, persen }: HonorRate,
  marks: readonly AttendanceCode[],
  harga: number,
): number | null => {
  const paying = marks.filter(paysCoach).length
  if (persen !== null) return Math.floor((paying * harga * persen + 5000) / 10_000)
  if (tarif === null) return null
  return marks.length === 0 || paying > 0 ? tarif : 0
}

/** Rate that applies from a day on (contract/schedule/tarifHonor.ts). */
export interface DatedRate extends HonorRate {
  kursus_id: number | null
  gedung_id: number | null
  berlaku_mulai: string
  jenis: 'per_pertemuan' | 'persen' | 'tetap'
}
const weight = (rate: DatedRate): number =>
  Number(rate.kursus_id !== null) * 2 + Number(rate.gedung_id !== null)

/**
 * Returns the rate that applies to a lesson; undefined when no rate fits. Only rates that begin on
 * or before the day of the lesson fit. A rate for the course has priority over a rate for only the
 * outlet, which has priority over a general rate. Among rates of equal priority, the latest
 * applies.
 */
export const rateFor = <R extends DatedRate>(
  rates: readonly R[],
  lesson: { kursus_id: number; gedung_id: number; tanggal: string },
): R | undefined =>
  rates
    .filter(
      (r) =>
        r.berlaku_mulai <= lesson.tanggal &&
        (r.kursus_id === null || r.kursus_id === lesson.kursus_id) &&
        (r.gedung_id === null || r.gedung_id === lesson.gedung_id),
    )
    .toSorted((a, b) => weight(b) - weight(a) || (a.berlaku_mulai < b.berlaku_mulai ? 1 : -1))[0]

/**
 * Returns the rate with the monthly salary (`tetap`) of a coach at an outlet. Considers only the
 * latest rate of the outlet for all courses that begins on or before `lastDay`, the last day of the
 * month. Returns undefined if this rate is not a salary.
 */
export const salaryFor = <R extends DatedRate>(
  rates: readonly R[],
  gedung_id: number,
  lastDay: string,
): R | undefined => {
  const latest = rates
    .filter((r) => r.kursus_id === null && r.gedung_id === gedung_id && r.berlaku_mulai <= lastDay)
    .toSorted((a, b) => (a.berlaku_mulai < b.berlaku_mulai ? 1 : -1))[0]
  return latest?.jenis === 'tetap' && latest.tarif ? latest : undefined
}

/** Maximum number of past months for which a payslip contains corrections of coach pay. */
export const correctedMonths = 24

/**
 * Returns the first month that the payslip of `periode` covers. A final payslip (`finals`) cannot
 * change, so a later payslip pays changes of its month as corrections. The result is the earliest
 * month with a final payslip among the months before `periode`, or `periode` without such a month.
 * The search goes back at most `correctedMonths` months. It stops at an open month: a month that
 * has no final payslip and ends after `lockedUntil`, the last day of the closed books.
 */
export const correctedFrom = (
  periode: string,
  finals: ReadonlySet<string>,
  lockedUntil: string,
): string => {
  let first = periode
  for (let n = 1; n <= correctedMonths; n++) {
    const month = addMonths(periode, -n)
    const isFinal = finals.has(month)
    if (!isFinal && lastDay(month) > lockedUntil) break
    if (isFinal) first = month
  }
  return first
}
