/**
 * Rules for marking: the time window, the allowed marks, and the make-ups they earn (domain.md
 * 3.10). Times are instants.
 */
import { KodeAbsensi, type SebabKredit } from '#contract/enums.ts'
import { type AttendanceCode, meaningOf } from '#contract/schedule/rules/attendance.ts'
import { addDays, zoneHours } from '#contract/values/tanggal.ts'

const minute = 60_000
const hour = 60 * minute
/** Time before the lesson at which marking opens. */
const opensBefore = 60 * minute
/** Maximum delay after the closing for marks that were made in time without a connection. */
export const lateArrival = 24 * hour

/** Marks that users can set. The other codes follow from the coach's absence and from holidays. */
export const markableCodes: readonly AttendanceCode[] = KodeAbsensi.options
  .map((o) => o.value)
  .filter((code) => code !== 'PELATIH_TIDAK_HADIR' && code !== 'LIBUR')
export const isMarkable = (code: AttendanceCode): boolean => markableCodes.includes(code)

/**
 * Returns the period in which a coach marks a lesson: from an hour before it to the end of the next
 * day in the outlet's time zone.
 */
export const markingWindow = (
  { tanggal, mulai_at }: { tanggal: string; mulai_at: string },
  zona: string,
): { buka_at: string; tutup_at: string } => ({
  buka_at: new Date(Date.parse(mulai_at) - opensBefore).toISOString(),
  tutup_at: new Date(Date.parse(addDays(tanggal, 2)) - zoneHours(zona) * hour).toISOString(),
})

/**
 * Returns until when an excuse is in time (`IZIN`), by the hours of the settings; later excuses are
 * at short notice (`IZIN_MENDADAK`) and earn no make-up.
 */
export const excusedUntil = (mulai_at: string, hours: number): string =>
  new Date(Date.parse(mulai_at) - hours * hour).toISOString()

/**
 * Returns the time of a mark: the device's time, but not later than its arrival; the arrival when
 * it came too late to be trusted.
 */
export const madeAt = (said: string | undefined, arrived: string): string => {
  if (said === undefined) return arrived
  const time = new Date(said).toISOString()
  return time > arrived ? arrived : time
}

export type WindowState = 'terbuka' | 'belum' | 'lewat'
/**
 * Whether a coach's mark is within the window: by the time it was made, if it arrives soon enough.
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
 * Returns the cause for which a mark earns a make-up; undefined when it earns none. A missed
 * make-up is forfeited, unless the coach was missing. `used`: credits of that month that count
 * against the cap.
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

/** A new mark. */
interface Marked {
  code: AttendanceCode
  made: string
  /** User id; null: the server. */
  by: number | null
}
/**
 * Whether a mark would overwrite a newer, different mark of another user that its author has not
 * seen. `seenCode`: the stored mark when the new one was made; undefined: unknown.
 */
export const isOvertaken = (
  stored: { code: AttendanceCode; made: string; by: number | null } | undefined,
  mark: Marked,
  seenCode: AttendanceCode | null | undefined,
): boolean => {
  if (!stored || stored.by === mark.by || stored.code === mark.code) return false
  return stored.made > mark.made || (seenCode !== undefined && seenCode !== stored.code)
}

/** Whether a lesson is done: all students are marked, or it has no students and has begun. */
export const isDone = (marks: readonly (AttendanceCode | null)[], coachCame: boolean): boolean =>
  marks.length === 0 ? coachCame : marks.every((code) => code !== null)
