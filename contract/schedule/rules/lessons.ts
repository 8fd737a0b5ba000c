/**
 * Computes the days of the lessons of a class, and which lessons do not take place because of a
 * holiday or a fifth week (domain.md 2.4, 3.3).
 */
import { addDays, addMonths, firstDay, occurrences, weekday } from '#contract/values/tanggal.ts'

/** Number of days for which lessons are created, including today: eight weeks. */
export const lessonDays = 56

/** States of a regular lesson that no user has changed. */
export type PlannedStatus = 'terjadwal' | 'libur' | 'minggu_5'
export interface PlannedLesson {
  tanggal: string
  status: PlannedStatus
  /** Monday of the week of the lesson. A class has one regular lesson per week. */
  minggu: string
}
/** Holidays of an outlet and its rule for the fifth week, which decide which lessons take place. */
export interface OutletDays {
  hariLibur: ReadonlySet<string>
  mingguKelima: 'libur' | 'jalan'
}

/** Returns the Monday of the week of a day. */
export const weekOf = (tanggal: string): string => addDays(tanggal, 1 - weekday(tanggal))

/**
 * Returns the state of a regular lesson on a day. With the rule `libur`, the fifth lesson of a
 * month is cancelled if the four earlier lessons take place. If an earlier lesson falls on a
 * holiday, the fifth lesson takes place instead. Bills follow the same rule
 * (contract/billing/rules/prorata.ts).
 */
export const statusOn = (
  tanggal: string,
  { hariLibur, mingguKelima }: OutletDays,
): PlannedStatus => {
  if (hariLibur.has(tanggal)) return 'libur'
  const held = occurrences(tanggal.slice(0, 7), weekday(tanggal)).filter((t) => !hariLibur.has(t))
  return mingguKelima === 'libur' && held.indexOf(tanggal) >= 4 ? 'minggu_5' : 'terjadwal'
}

interface LessonSpan {
  /** Weekday of the class, from 1 (Monday) to 7 (Sunday). */
  hari: number
  mulai: string
  selesai: string | null
  /**
   * First day on which lessons may be created, for example the first day of a changed weekly time.
   */
  from: string
  today: string
}
/**
 * Returns the lessons of a class, ordered by date. The first possible day is the latest of today,
 * `from` and the first day of the class (`mulai`). The last possible day is `lessonDays - 1` days
 * after today, or the last day of the class (`selesai`) if that day is earlier.
 */
export const planLessons = (
  { hari, mulai, selesai, from, today }: LessonSpan,
  outlet: OutletDays,
): PlannedLesson[] => {
  const first = [mulai, from, today].reduce((a, b) => (a > b ? a : b))
  const end = addDays(today, lessonDays - 1)
  const last = selesai !== null && selesai < end ? selesai : end
  const lessons: PlannedLesson[] = []
  for (
    let day = addDays(first, (hari - weekday(first) + 7) % 7);
    day <= last;
    day = addDays(day, 7)
  )
    lessons.push({ tanggal: day, status: statusOn(day, outlet), minggu: weekOf(day) })
  return lessons
}

/**
 * Returns the range of days whose holidays affect the lessons that are created today. The range
 * consists of whole months, because whether a fifth lesson takes place depends on all holidays of
 * its month.
 */
export const holidaySpan = (today: string): { from: string; to: string } => ({
  from: firstDay(today.slice(0, 7)),
  to: addDays(firstDay(addMonths(addDays(today, lessonDays).slice(0, 7), 1)), -1),
})
