/** Rules of coach pay: the pay of a lesson, and the month in which it is paid (domain.md 3.19). */
import { type AttendanceCode, paysCoach } from '#contract/schedule/rules/attendance.ts'
import { addMonths, lastDay } from '#contract/values/tanggal.ts'

/**
 * Rate that a lesson stores: rupiah per lesson (`tarif`), or a share of the lesson price in
 * hundredths of a percent (`persen`). Both are null without a rate.
 */
export interface HonorRate {
  tarif: number | null
  persen: number | null
}
export const noRate: HonorRate = { tarif: null, persen: null }

/**
 * Returns the coach pay of a lesson in rupiah; null without a rate. A rate per lesson is paid in
 * full when the mark of at least one student leads to pay, or when the lesson had no students. A
 * share applies to `harga`, the price of one lesson, for each student whose mark leads to pay; half
 * a rupiah is rounded up.
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
 * Returns the rate that applies to a lesson, among the rates that begin on or before its day. A
 * rate for the course is preferred to a rate for only the outlet, and this to a general rate. Among
 * rates of the same kind, the latest applies. Undefined when no rate fits.
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
 * Returns the rate with the monthly salary of a coach at an outlet, a fixed pay (`tetap`) that does
 * not depend on lessons. `lastDay` is the last day of the month. Undefined without a salary.
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

/** Number of past months that are searched for changes of coach pay that were not paid yet. */
export const correctedMonths = 24

/**
 * Returns the first month whose lessons the payslip of `periode` covers. A final payslip cannot
 * change, so later changes in its month are paid as corrections with the next payslip that is not
 * final. The search goes back over months with a final payslip (`finals`) or closed books
 * (`lockedUntil`). Returns `periode` itself when no earlier month has corrections to cover.
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
