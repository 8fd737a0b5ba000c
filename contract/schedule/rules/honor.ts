/** What a lesson pays its coach, and in which month it is paid (domain.md 2.5). */
import { type AttendanceCode, paysCoach } from '#contract/schedule/rules/attendance.ts'
import { addMonths, lastDay } from '#contract/values/tanggal.ts'

/** A rate as it is kept with a lesson: rupiah per lesson, or a share in hundredths of a percent. */
export interface HonorRate {
  tarif: number | null
  persen: number | null
}
export const noRate: HonorRate = { tarif: null, persen: null }

/**
 * What a lesson pays who gave it, in rupiah; null where no rate holds. A rate per lesson is paid
 * whole where the mark of any student pays, or nobody was there to mark. A share is of `harga`, the
 * price of one lesson, for each student whose mark pays; half a rupiah is rounded up.
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

/** A dated rate (contract/schedule/tarifHonor.ts). */
export interface DatedRate extends HonorRate {
  kursus_id: number | null
  gedung_id: number | null
  berlaku_mulai: string
  jenis: 'per_pertemuan' | 'persen' | 'tetap'
}
const weight = (rate: DatedRate): number =>
  Number(rate.kursus_id !== null) * 2 + Number(rate.gedung_id !== null)

/**
 * The dated rate that holds for a lesson: of those on or before its day the one that says most,
 * course before outlet, then the latest.
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

/** What an outlet pays a coach for a month whatever was taught; undefined: nothing of the kind. */
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

/** How far back corrections are looked for. */
export const correctedMonths = 24

/**
 * The first month whose lessons may still be paid in `periode`, besides its own: what has changed
 * in a month that is final is paid in the next that is not, where the months between are final or
 * their books are closed. `periode` itself where there is none.
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
