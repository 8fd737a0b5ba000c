/**
 * Rules for marking attendance: the time in which a coach may mark, the allowed marks, and the
 * make-up credits for marks (domain.md 3.10). Times are ISO texts in UTC.
 */
import { KodeAbsensi, type SebabKredit } from '#contract/enums.ts'
import { type AttendanceCode, meaningOf, paysCoach } from '#contract/schedule/rules/attendance.ts'
import { addDays, zoneHours } from '#contract/values/tanggal.ts'

const minute = 60_000
const hour = 60 * minute
/** Number of milliseconds from the beginning of the marking time to the start of the lesson. */
const opensBefore = 60 * minute
/**
 * Number of milliseconds after the end of the marking time during which the server still accepts a
 * mark that was made in time, for example on a device without a connection.
 */
export const lateArrival = 24 * hour

/**
 * Number of minutes before the start of a lesson from which a coach who has not set out counts as
 * missing.
 */
export const coachAlertMinutes = 30

/**
 * Attendance codes that users can set. Only the server sets the other two codes, for an absence of
 * the coach and for a holiday.
 */
export const markableCodes: readonly AttendanceCode[] = KodeAbsensi.options
  .map((o) => o.value)
  .filter((code) => code !== 'PELATIH_TIDAK_HADIR' && code !== 'LIBUR')
export const isMarkable = (code: AttendanceCode): boolean => markableCodes.includes(code)

/**
 * Returns the marking time of a lesson, in which a coach may mark attendance: from an hour before
 * the start of the lesson to the end of the next day in the time zone of the outlet.
 */
export const markingWindow = (
  { tanggal, mulai_at }: { tanggal: string; mulai_at: string },
  zona: string,
): { buka_at: string; tutup_at: string } => ({
  buka_at: new Date(Date.parse(mulai_at) - opensBefore).toISOString(),
  tutup_at: new Date(Date.parse(addDays(tanggal, 2)) - zoneHours(zona) * hour).toISOString(),
})

/**
 * Returns the latest time for an excuse in time (`IZIN`): `hours` hours before the lesson. A later
 * excuse is at short notice (`IZIN_MENDADAK`) and earns no make-up credit.
 */
export const excusedUntil = (mulai_at: string, hours: number): string =>
  new Date(Date.parse(mulai_at) - hours * hour).toISOString()

/**
 * Returns the time at which a mark was made: the earlier of the time that the device reports
 * (`said`) and the time of arrival at the server (`arrived`). The clock of a device can be wrong.
 */
export const madeAt = (said: string | undefined, arrived: string): string => {
  if (said === undefined) return arrived
  const time = new Date(said).toISOString()
  return time > arrived ? arrived : time
}

export type WindowState = 'terbuka' | 'belum' | 'lewat'
/**
 * Returns whether a coach made a mark within the marking time (`terbuka`), before it (`belum`), or
 * after it (`lewat`). A mark that arrives at the server `lateArrival` or more after the end of the
 * marking time also counts as `lewat`.
 */
export const windowState = (
  window: { buka_at: string; tutup_at: string },
  { made, arrived }: { made: string; arrived: string },
): WindowState => {
  if (made < window.buka_at) return 'belum'
  const tooLate = Date.parse(arrived) >= Date.parse(window.tutup_at) + lateArrival
  return made >= window.tutup_at || tooLate ? 'lewat' : 'terbuka'
}

type Cause = (typeof SebabKredit.options)[number]['value']
/**
 * Returns who caused the make-up credit that a mark earns: the coach (`pelatih`) or the student
 * (`siswa`). Returns undefined when the mark earns no credit. In a make-up lesson, and in a month
 * in which the number of credits (`used`) has reached the maximum (`cap`), a mark earns only
 * credits that the coach caused.
 */
export const causeOfCredit = ({
  code,
  isMakeUp,
  used,
  cap,
}: {
  code: AttendanceCode
  isMakeUp: boolean
  used: number
  cap: number
}): Cause | undefined => {
  const { dapat_kredit, kredit_terbatas } = meaningOf(code)
  if (!dapat_kredit) return undefined
  if (!kredit_terbatas) return 'pelatih'
  return isMakeUp || used >= cap ? undefined : 'siswa'
}

/** Mark that a user or the server wants to store. A null `code` deletes the stored mark. */
interface Marked {
  code: AttendanceCode | null
  made: string
  /** Id of the user who made the mark; null for the server. */
  by: number | null
}
/**
 * Whether `mark` must be rejected, because another user has stored a different mark that is newer
 * or that the author of `mark` has not seen. `seenCode` is the stored code that the author saw:
 * null if no mark was stored, undefined if it is not known.
 */
export const isOvertaken = (
  stored: { code: AttendanceCode; made: string; by: number | null } | undefined,
  mark: Marked,
  seenCode: AttendanceCode | null | undefined,
): boolean => {
  if (!stored || stored.by === mark.by || stored.code === mark.code) return false
  return stored.made > mark.made || (seenCode !== undefined && seenCode !== stored.code)
}

/**
 * Whether the app must ask for a confirmation before it stores a mark: the mark is made before the
 * lesson begins, and it leads to coach pay. False for `IZIN` and `SAKIT`, which lead to no coach
 * pay.
 */
export const isMarkedEarly = (
  code: AttendanceCode | null,
  mulai_at: string,
  time: string,
): boolean => code !== null && paysCoach(code) && time < mulai_at

/**
 * Whether a lesson is done: the attendance of all students is marked. A lesson without students is
 * done when the coach was present.
 */
export const isDone = (marks: readonly (AttendanceCode | null)[], coachCame: boolean): boolean =>
  marks.length === 0 ? coachCame : marks.every((code) => code !== null)
