/**
 * Decides which students attend the lessons of a class on a day, and which students hold a seat in
 * it (domain.md 2.4, 3.8). server/modules/schedule/enrolments/seats.ts implements the same rules in
 * SQL; a test compares both.
 */
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { EnrolmentState, Leave } from '#contract/schedule/rules/enrolment.ts'

const { tidakAktif, cuti, lulus } = KursusPesertaStatus
/** Text that sorts after every day; used as the end of an enrolment or leave without an end. */
const forever = '9999'

/** First and last day of an enrolment (null without an end), and its leave (null without one). */
export interface SeatDays {
  mulai: string
  selesai: string | null
  cuti: Leave | null
}
const covers = ({ mulai, selesai }: Leave, day: string): boolean =>
  mulai <= day && day <= (selesai ?? forever)

/**
 * Returns the days of an enrolment; undefined for an inactive enrolment that never began. A stopped
 * or finished enrolment ends on the day of its last lesson. The leave can have no end (null), for a
 * student who is on leave and whose return is not known yet.
 */
export const seatDays = (row: EnrolmentState): SeatDays | undefined => {
  const isOver = row.status === tidakAktif || row.status === lulus
  if (isOver && (row.diakhiri_at === null || row.selesai === null)) return undefined
  const hasLeave = row.status === cuti || (row.cuti_mulai !== null && row.cuti_selesai !== null)
  const leave = { mulai: row.cuti_mulai ?? '', selesai: row.cuti_selesai }
  return { mulai: row.mulai, selesai: row.selesai, cuti: hasLeave ? leave : null }
}

/**
 * Whether a student attends lessons on a day: the enrolment has begun and is not over, and the
 * student is not on leave.
 */
export const sitsOn = (days: SeatDays, day: string): boolean =>
  covers(days, day) && !(days.cuti !== null && covers(days.cuti, day))

/**
 * Whether an enrolment takes a seat in its class on `day` or later. While the student is on leave
 * on `day`, the seat is taken only if `keeps` is true (setting `cuti_tahan_slot`).
 */
export const holdsSeatFrom = (days: SeatDays, day: string, keeps: boolean): boolean =>
  day <= (days.selesai ?? forever) && (keeps || !(days.cuti !== null && covers(days.cuti, day)))
