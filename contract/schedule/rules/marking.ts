/**
 * Rules for marking attendance: the time in which a coach may mark, the allowed marks, and the
 * make-ups that marks earn (domain.md 3.10). Times are ISO texts in UTC.
 */
import { KodeAbsensi, type SebabKredit } from '#contract/enums.ts'
import { type AttendanceCode, meaningOf } from '#contract/schedule/rules/attendance.ts'
import { addDays, zoneHours } from '#contract/values/tanggal.ts'

const minute = 60_000
const hour = 60 * minute
/** Time before the start of a lesson at which marking opens, in milliseconds. */
const opensBefore = 60 * minute
/**
 * Maximum delay in milliseconds, counted from the end of the marking time, of a mark that was made
 * in time on a device without a connection.
 */
export const lateArrival = 24 * hour

/**
 * Attendance codes that users can set. The server sets the two other codes: when the coach is
 * absent, and on holidays.
 */
export const markableCodes: readonly AttendanceCode[] = KodeAbsensi.options
  .map((o) => o.value)
  .filter((code) => code !== 'PELATIH_TIDAK_HADIR' && code !== 'LIBUR')
export const isMarkable = (code: AttendanceCode): boolean => markableCodes.includes(code)

/**
 * Returns the time in which a coach may mark a lesson: from an hour before its start to the end of
 * the next day in the time zone of the outlet.
 */
export const markingWindow = (
  { tanggal, mulai_at }: { tanggal: string; mulai_at: string },
  zona: string,
): { buka_at: string; tutup_at: string } => ({
  buka_at: new Date(Date.parse(mulai_at) - opensBefore).toISOString(),
  tutup_at: new Date(Date.parse(addDays(tanggal, 2)) - zoneHours(zona) * hour).toISOString(),
})

/**
 * Returns the latest time at which an excuse (`IZIN`) is in time, `hours` before the lesson. A
 * later excuse is at short notice (`IZIN_MENDADAK`) and earns no make-up.
 */
export const excusedUntil = (mulai_at: string, hours: number): string =>
  new Date(Date.parse(mulai_at) - hours * hour).toISOString()

/**
 * Returns the time at which a mark was made: the time that the device reports (`said`), but at most
 * the time of arrival at the server, because the clock of a device can be wrong.
 */
export const madeAt = (said: string | undefined, arrived: string): string => {
  if (said === undefined) return arrived
  const time = new Date(said).toISOString()
  return time > arrived ? arrived : time
}

export type WindowState = 'terbuka' | 'belum' | 'lewat'
/**
 * Returns whether a coach made a mark within the marking time (`terbuka`), before it (`belum`), or
 * after it (`lewat`). A mark that arrives more than `lateArrival` after its end counts as `lewat`.
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
 * Returns why a mark earns a make-up credit: because of the coach or of the student. Undefined when
 * it earns none. A missed make-up lesson earns another one only if the coach was absent. `used` is
 * the number of credits that the student already earned this month, limited to `cap`.
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

/** A mark that is to be stored. */
interface Marked {
  code: AttendanceCode
  made: string
  /** Id of the user who made the mark; null for the server. */
  by: number | null
}
/**
 * Whether a mark must be rejected because another user has stored a different mark that is newer,
 * or that the author of the mark has not seen. `seenCode` is the stored code that the author saw;
 * null for no mark, undefined when it is not known.
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
 * Whether a lesson is done: the attendance of all students is marked. A lesson without students is
 * done when the coach was present.
 */
export const isDone = (marks: readonly (AttendanceCode | null)[], coachCame: boolean): boolean =>
  marks.length === 0 ? coachCame : marks.every((code) => code !== null)
