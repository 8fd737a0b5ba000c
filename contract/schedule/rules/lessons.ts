/** Days of a class's lessons, and which of them are cancelled (domain.md 2.4, 3.3). */
import { addDays, addMonths, firstDay, occurrences, weekday } from '#contract/values/tanggal.ts'

/** Number of days for which lessons are created, including today: eight per class. */
export const lessonDays = 56

/** States of a regular lesson that was not changed by hand. */
export type PlannedStatus = 'terjadwal' | 'libur' | 'minggu_5'
export interface PlannedLesson {
  tanggal: string
  status: PlannedStatus
  /** Monday of the lesson's week: a class has one regular lesson per week. */
  minggu: string
}
/** Days on which lessons of an outlet are cancelled. */
export interface OutletDays {
  hariLibur: ReadonlySet<string>
  mingguKelima: 'libur' | 'jalan'
}

/** Returns the Monday of a day's week. */
export const weekOf = (tanggal: string): string => addDays(tanggal, 1 - weekday(tanggal))

/**
 * Returns the state of a regular lesson on a day. Holidays come first: the fifth lesson of a month
 * replaces one on a holiday, as on the bill, and is only cancelled when four others take place.
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
  /** Weekday of the class, Monday 1 … Sunday 7. */
  hari: number
  mulai: string
  selesai: string | null
  /** First day for which lessons are created; the last is `lessonDays` after today. */
  from: string
  today: string
}
/**
 * Returns the lessons of a class from a day on, in order, up to the last day for which lessons are
 * created.
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

/** Returns the range of days whose holidays affect lessons created today: whole months. */
export const holidaySpan = (today: string): { from: string; to: string } => ({
  from: firstDay(today.slice(0, 7)),
  to: addDays(firstDay(addMonths(addDays(today, lessonDays).slice(0, 7), 1)), -1),
})
