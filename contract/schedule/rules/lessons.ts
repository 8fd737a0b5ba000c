/** On which days a class has its lessons, and which of them fall out (domain.md 2.4, 3.3). */
import { addDays, addMonths, firstDay, occurrences, weekday } from '#contract/values/tanggal.ts'

/** Lessons are made for so many days, today included: eight of each class. */
export const lessonDays = 56

/** Untouched regular lessons are in one of these. */
export type PlannedStatus = 'terjadwal' | 'libur' | 'minggu_5'
export interface PlannedLesson {
  tanggal: string
  status: PlannedStatus
  /** The Monday of its week: a class has one regular lesson in it. */
  minggu: string
}
/** When lessons fall out at an outlet. */
export interface OutletDays {
  hariLibur: ReadonlySet<string>
  mingguKelima: 'libur' | 'jalan'
}

/** The Monday of a day's week. */
export const weekOf = (tanggal: string): string => addDays(tanggal, 1 - weekday(tanggal))

/**
 * What becomes of a regular lesson on a day. Holidays go first: the fifth of its weekday in a month
 * stands in for one, as it does on the bill, and rests only where four are held without it.
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
  /** The first day for which lessons are made; they are made for `lessonDays` from today. */
  from: string
  today: string
}
/** The lessons that a class has from a day on, in order, as far ahead as lessons are made. */
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

/** The days whose holidays say what becomes of lessons made today: whole months. */
export const holidaySpan = (today: string): { from: string; to: string } => ({
  from: firstDay(today.slice(0, 7)),
  to: addDays(firstDay(addMonths(addDays(today, lessonDays).slice(0, 7), 1)), -1),
})
