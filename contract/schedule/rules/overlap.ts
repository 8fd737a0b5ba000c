/**
 * Decides whether dated lessons and weekly classes overlap in time (domain.md 3.8). Two lessons are
 * compared in UTC. A lesson is compared with a class by computing the lessons of the class on the
 * neighbouring days and comparing these with the lesson in UTC. weekly.ts compares two classes.
 */
import { lessonInstants } from '#contract/schedule/rules/instants.ts'
import {
  classesOverlap,
  gapBetween,
  weekDistance,
  withinDays,
  type Hours,
  type Validity,
  type WeeklyClass,
} from '#contract/schedule/rules/weekly.ts'
import { addDays, spansOverlap, weekday } from '#contract/values/tanggal.ts'

interface Place extends Hours {
  pelatih_id: number
  ruang_id: number
  gedung_id: number
}
/** A dated lesson with coach, room and time. */
export interface WantedLesson extends Place {
  tanggal: string
  mulai_at: string
  selesai_at: string
}
/** A weekly class with coach, room and time. */
export interface WantedClass extends Place, WeeklyClass {
  /**
   * Days on which the class has no lesson, because of a holiday or a fifth week, or because the
   * lesson was moved.
   */
  istirahat: ReadonlySet<string>
}
export type Wanted = WantedLesson | WantedClass
export const isWeekly = (item: Wanted): item is WantedClass => 'hari' in item
const moments = ({ mulai_at, selesai_at }: WantedLesson) => ({
  mulai: mulai_at,
  selesai: selesai_at,
})
const minutesBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 60_000
/** Number of minutes that a coach needs to travel between two outlets. */
const travelMinutes = 30

/**
 * Returns the minutes from the end of the earlier lesson to the start of the later one; negative
 * when they overlap.
 */
const gapOf = (a: WantedLesson, b: WantedLesson): number =>
  Math.max(minutesBetween(a.selesai_at, b.mulai_at), minutesBetween(b.selesai_at, a.mulai_at))
/**
 * Returns the lessons of a class on the day `tanggal`, the day before and the day after. All three
 * days are needed, because at the same moment the date can differ between two time zones.
 */
const lessonsAbout = (weeklyClass: WantedClass, tanggal: string): WantedLesson[] =>
  [-1, 0, 1]
    .map((n) => addDays(tanggal, n))
    .filter((day) => weekday(day) === weeklyClass.hari && !weeklyClass.istirahat.has(day))
    .filter(
      (day) =>
        weeklyClass.mulai <= day && (weeklyClass.selesai === null || day <= weeklyClass.selesai),
    )
    .map((day) => ({
      ...weeklyClass,
      tanggal: day,
      ...lessonInstants({ ...weeklyClass, tanggal: day }, weeklyClass.zona_waktu),
    }))

/**
 * Whether two lessons or classes overlap, so that a person cannot attend both. Two items do not
 * overlap when one of them ends at the start of the other.
 */
export const meets = (a: Wanted, b: Wanted): boolean => {
  if (isWeekly(a)) {
    if (isWeekly(b)) return classesOverlap(a, b)
    return lessonsAbout(a, b.tanggal).some((l) => spansOverlap(moments(l), moments(b)))
  }
  return isWeekly(b) ? meets(b, a) : spansOverlap(moments(a), moments(b))
}
/**
 * Whether the coach has less than `travelMinutes` to travel between two lessons or classes at
 * different outlets. False for items that overlap.
 */
export const lacksTravelTime = (a: Wanted, b: Wanted): boolean => {
  if (a.gedung_id === b.gedung_id || meets(a, b)) return false
  if (isWeekly(a)) {
    if (isWeekly(b)) return withinDays(a, b) !== undefined && gapBetween(a, b) < travelMinutes
    return lessonsAbout(a, b.tanggal).some((l) => gapOf(l, b) < travelMinutes)
  }
  return isWeekly(b) ? lacksTravelTime(b, a) : gapOf(a, b) < travelMinutes
}
/**
 * Limits a class to a range of days, and returns a lesson in this range unchanged. Returns
 * undefined for a class or lesson outside the range.
 */
export const limitToDays = <W extends Wanted>(item: W, days: Validity): W | undefined => {
  if (isWeekly(item)) return withinDays<W & WantedClass>(item, days)
  const isThere =
    days.mulai <= item.tanggal && (days.selesai === null || item.tanggal <= days.selesai)
  return isThere ? item : undefined
}

/**
 * Returns the first day of a range on which a lesson or class takes place; undefined when it takes
 * place on no day of the range.
 */
export const dayWithin = (
  item: Wanted,
  span: { mulai: string; selesai: string },
): string | undefined => {
  const there = limitToDays(item, span)
  if (there === undefined) return undefined
  if (!isWeekly(there)) return there.tanggal
  const day = addDays(there.mulai, (there.hari - weekday(there.mulai) + 7) % 7)
  return there.selesai !== null && day > there.selesai ? undefined : day
}

/**
 * Returns the time between the starts of two lessons in milliseconds, or between the starts of two
 * classes in minutes. Returns Infinity for a lesson and a class. Used only for sorting.
 */
export const distance = (a: Wanted, b: Wanted): number => {
  if (isWeekly(a) && isWeekly(b)) return weekDistance(a, b)
  if (isWeekly(a) || isWeekly(b)) return Infinity
  return Math.abs(Date.parse(a.mulai_at) - Date.parse(b.mulai_at))
}
