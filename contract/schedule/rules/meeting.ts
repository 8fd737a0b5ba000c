/**
 * When lessons on a day and classes of every week meet, each with each (domain.md 3.8): in UTC, on
 * the days that both are given.
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
/** A lesson where and when it is wanted. */
export interface WantedLesson extends Place {
  tanggal: string
  mulai_at: string
  selesai_at: string
}
/** A class of every week where and when it is wanted. */
export interface WantedClass extends Place, WeeklyClass {
  /** Days on which it has no lesson: holidays, fifth weeks, weeks whose lesson is elsewhere. */
  istirahat: ReadonlySet<string>
}
export type Wanted = WantedLesson | WantedClass
export const isWeekly = (one: Wanted): one is WantedClass => 'hari' in one
const moments = ({ mulai_at, selesai_at }: WantedLesson) => ({
  mulai: mulai_at,
  selesai: selesai_at,
})
const minutesBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 60_000
/** A coach who changes outlets needs so many minutes. */
const travelMinutes = 30

/** Minutes between two lessons, below 0 while they meet. */
const gapOf = (a: WantedLesson, b: WantedLesson): number =>
  Math.max(minutesBetween(a.selesai_at, b.mulai_at), minutesBetween(b.selesai_at, a.mulai_at))
/** The lessons of a class about a day; outlets of other zones have another day. */
const lessonsAbout = (one: WantedClass, tanggal: string): WantedLesson[] =>
  [-1, 0, 1]
    .map((n) => addDays(tanggal, n))
    .filter((day) => weekday(day) === one.hari && !one.istirahat.has(day))
    .filter((day) => one.mulai <= day && (one.selesai === null || day <= one.selesai))
    .map((day) => ({
      ...one,
      tanggal: day,
      ...lessonInstants({ ...one, tanggal: day }, one.zona_waktu),
    }))

/** Whether nobody can be in both, each of them dated or of every week. Touching ends are fine. */
export const meets = (a: Wanted, b: Wanted): boolean => {
  if (isWeekly(a)) {
    if (isWeekly(b)) return classesOverlap(a, b)
    return lessonsAbout(a, b.tanggal).some((l) => spansOverlap(moments(l), moments(b)))
  }
  return isWeekly(b) ? meets(b, a) : spansOverlap(moments(a), moments(b))
}
/** Whether a coach has too little time to come from one to the other. */
export const isHurried = (a: Wanted, b: Wanted): boolean => {
  if (a.gedung_id === b.gedung_id || meets(a, b)) return false
  if (isWeekly(a)) {
    if (isWeekly(b)) return withinDays(a, b) !== undefined && gapBetween(a, b) < travelMinutes
    return lessonsAbout(a, b.tanggal).some((l) => gapOf(l, b) < travelMinutes)
  }
  return isWeekly(b) ? isHurried(b, a) : gapOf(a, b) < travelMinutes
}
/** The same, of a student who is there on some days alone; undefined where on none of its. */
export const during = <W extends Wanted>(one: W, days: Validity): W | undefined => {
  if (isWeekly(one)) return withinDays<W & WantedClass>(one, days)
  const isThere =
    days.mulai <= one.tanggal && (days.selesai === null || one.tanggal <= days.selesai)
  return isThere ? one : undefined
}

/** The first day of a span on which something is given; undefined where on none. */
export const dayWithin = (
  wanted: Wanted,
  span: { mulai: string; selesai: string },
): string | undefined => {
  const there = during(wanted, span)
  if (there === undefined) return undefined
  if (!isWeekly(there)) return there.tanggal
  const day = addDays(there.mulai, (there.hari - weekday(there.mulai) + 7) % 7)
  return there.selesai !== null && day > there.selesai ? undefined : day
}

/** How near to each other two starts are. */
export const distance = (a: Wanted, b: Wanted): number => {
  if (isWeekly(a) && isWeekly(b)) return weekDistance(a, b)
  if (isWeekly(a) || isWeekly(b)) return Infinity
  return Math.abs(Date.parse(a.mulai_at) - Date.parse(b.mulai_at))
}
