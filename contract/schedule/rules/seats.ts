/**
 * Students who attend the lessons of a class on a day, and students who hold a seat in it
 * (domain.md 2.4, 3.8). server/modules/schedule/enrolments/seats.ts implements the same
 * rules in SQL; a test compares both.
 */
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { EnrolmentState, Leave } from '#contract/schedule/rules/enrolment.ts'

const { tidakAktif, cuti, lulus } = KursusPesertaStatus
/** Sorts after every day: the end of an open-ended enrolment or leave. */
const forever = '9999'

/** Days of an enrolment and of its leave. */
export interface SeatDays {
  mulai: string
  selesai: string | null
  cuti: Leave | null
}
const covers = ({ mulai, selesai }: Leave, day: string): boolean =>
  mulai <= day && day <= (selesai ?? forever)

/**
 * Returns the days of an enrolment; undefined for one that never began. A stopped or finished one
 * lasted until its last lesson. Leave without an end is until further notice.
 */
export const seatDays = (row: EnrolmentState): SeatDays | undefined => {
  const isOver = row.status === tidakAktif || row.status === lulus
  if (isOver && (row.diakhiri_at === null || row.selesai === null)) return undefined
  const hasLeave = row.status === cuti || (row.cuti_mulai !== null && row.cuti_selesai !== null)
  const leave = { mulai: row.cuti_mulai ?? '', selesai: row.cuti_selesai }
  return { mulai: row.mulai, selesai: row.selesai, cuti: hasLeave ? leave : null }
}

/** Whether a student attends the lessons of a day: begun, not over, not on leave. */
export const sitsOn = (days: SeatDays, day: string): boolean =>
  covers(days, day) && !(days.cuti !== null && covers(days.cuti, day))

/**
 * Whether a seat is held on a day or later: by current and future students of the class, and by
 * students on leave where seats are kept (`cuti_tahan_slot`).
 */
export const holdsSeatFrom = (days: SeatDays, day: string, keeps: boolean): boolean =>
  day <= (days.selesai ?? forever) && (keeps || !(days.cuti !== null && covers(days.cuti, day)))
