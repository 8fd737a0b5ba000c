/**
 * Decides which students attend the lessons of a class on a day, and which students hold a seat in
 * the class (domain.md 2.4, 3.8). server/modules/schedule/enrolments/seats.ts implements the same
 * rules in SQL; a test compares both.
 */
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { EnrolmentState, Leave } from '#contract/schedule/rules/enrolment.ts'

const { tidakAktif, cuti, lulus } = KursusPesertaStatus
/** Text that sorts after every day, for the end of an enrolment or leave without an end. */
const forever = '9999'

/** First and last day of an enrolment, and the leave of the student. */
export interface SeatDays {
  mulai: string
  /** Last day of the enrolment; null for an enrolment without an end. */
  selesai: string | null
  /** Leave of the student; null without a leave. */
  cuti: Leave | null
}
const covers = ({ mulai, selesai }: Leave, day: string): boolean =>
  mulai <= day && day <= (selesai ?? forever)

/**
 * Returns the days of an enrolment. An enrolment that ended by a stop or a graduation lasts until
 * the day of its last lesson. Returns undefined for an inactive or graduated enrolment without a
 * recorded end, because such an enrolment never began. The end of the leave is null while the
 * return of the student is not known.
 */
export const seatDays = (row: EnrolmentState): SeatDays | undefined => {
  const isOver = row.status === tidakAktif || row.status === lulus
  if (isOver && (row.diakhiri_at === null || row.selesai === null)) return undefined
  const hasLeave = row.status === cuti || (row.cuti_mulai !== null && row.cuti_selesai !== null)
  const leave = { mulai: row.cuti_mulai ?? '', selesai: row.cuti_selesai }
  return { mulai: row.mulai, selesai: row.selesai, cuti: hasLeave ? leave : null }
}

/**
 * Whether a student attends lessons on a day: the day is within the enrolment and not within the
 * leave.
 */
export const sitsOn = (days: SeatDays, day: string): boolean =>
  covers(days, day) && !(days.cuti !== null && covers(days.cuti, day))

/**
 * Whether an enrolment takes a seat in its class on `day` or later. If the student is on leave on
 * `day`, the enrolment takes a seat only if `keeps` (the setting `cuti_tahan_slot`) is true.
 */
export const holdsSeatFrom = (days: SeatDays, day: string, keeps: boolean): boolean =>
  day <= (days.selesai ?? forever) && (keeps || !(days.cuti !== null && covers(days.cuti, day)))
