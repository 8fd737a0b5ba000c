/** When and what may be marked, and what a mark earns (domain.md 3.10). Times are instants. */
import { KodeAbsensi, type SebabKredit } from '#contract/enums.ts'
import { type AttendanceCode, meaningOf } from '#contract/schedule/rules/attendance.ts'
import { addDays, zoneHours } from '#contract/values/tanggal.ts'

const minute = 60_000
const hour = 60 * minute
/** Marking opens so long before the lesson. */
const opensBefore = 60 * minute
/** What was marked in time without a connection may arrive so long after the closing. */
export const lateArrival = 24 * hour

/** What people mark. The other codes follow from the coach's absence and from holidays. */
export const markableCodes: readonly AttendanceCode[] = KodeAbsensi.options
  .map((o) => o.value)
  .filter((code) => code !== 'PELATIH_TIDAK_HADIR' && code !== 'LIBUR')
export const isMarkable = (code: AttendanceCode): boolean => markableCodes.includes(code)

/**
 * From when until when a coach marks a lesson: an hour before it, to the end of the next day on the
 * outlet's clock.
 */
export const markingWindow = (
  { tanggal, mulai_at }: { tanggal: string; mulai_at: string },
  zona: string,
): { buka_at: string; tutup_at: string } => ({
  buka_at: new Date(Date.parse(mulai_at) - opensBefore).toISOString(),
  tutup_at: new Date(Date.parse(addDays(tanggal, 2)) - zoneHours(zona) * hour).toISOString(),
})

/**
 * Until when a family excuses itself in time (`IZIN`), by the hours of the settings; afterwards it
 * is short notice (`IZIN_MENDADAK`), which earns no make-up.
 */
export const excusedUntil = (mulai_at: string, hours: number): string =>
  new Date(Date.parse(mulai_at) - hours * hour).toISOString()

/**
 * When a mark counts as made: as its device says, but neither after it has arrived nor, where it
 * came too late to be believed, before.
 */
export const madeAt = (said: string | undefined, arrived: string): string => {
  if (said === undefined) return arrived
  const at = new Date(said).toISOString()
  return at > arrived ? arrived : at
}

export type WindowState = 'terbuka' | 'belum' | 'lewat'
/** Whether a coach's mark falls into the window: by when it was made, if it comes soon enough. */
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
 * Why a mark earns a make-up; undefined: it earns none. One that is itself a make-up and is missed
 * is forfeited, unless the coach was missing. `used`: credits of that month that count against the
 * cap.
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

/** A mark as it stands, and as it is to be. */
interface Marked {
  code: AttendanceCode
  made: string
  /** Null: the server. */
  by: number | null
}
/**
 * Whether a mark would undo what its maker has not seen: another person's, that says otherwise and
 * was made since. `seen`: what stood there when the mark was made; undefined: not told.
 */
export const isOvertaken = (
  stored: { code: AttendanceCode; made: string; by: number | null } | undefined,
  mark: Marked,
  seen: AttendanceCode | null | undefined,
): boolean => {
  if (!stored || stored.by === mark.by || stored.code === mark.code) return false
  return stored.made > mark.made || (seen !== undefined && seen !== stored.code)
}

/** A lesson is done once each of its students is marked, and one without students once it began. */
export const isDone = (marks: readonly (AttendanceCode | null)[], coachCame: boolean): boolean =>
  marks.length === 0 ? coachCame : marks.every((code) => code !== null)
