/**
 * Weekly classes in time (domain.md 3.8): when two of them meet while both run, how far apart they
 * are, and hours at which the outlet is closed.
 */
import { addDays, spansOverlap, zoneHours } from '#contract/values/tanggal.ts'

const dayMinutes = 24 * 60
const weekMinutes = 7 * dayMinutes
/** Sorts after every day: a class without an end runs for ever. */
const forever = '9999-12-31'

export interface Hours {
  jam_mulai: string
  jam_selesai: string
}
/** The days on which something begins and ends, both included; without an end it goes on. */
export interface Validity {
  mulai: string
  selesai: string | null
}
/** A class of every week, at the clock of its outlet. */
export interface WeeklyClass extends Hours, Validity {
  /** Monday 1 … Sunday 7. */
  hari: number
  zona_waktu: string
}
/** A class with what only one class at a time can have. */
export interface BookedClass extends WeeklyClass {
  pelatih_id: number
  ruang_id: number
}

/** Minutes since midnight: `09:30` → 570. */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, '0')).join(':')

/** When a class that starts at a time and lasts so many minutes ends; undefined past midnight. */
export const classEnd = (start: string, duration: number): string | undefined => {
  const end = minutesOf(start) + duration
  return end >= dayMinutes ? undefined : timeOf(end)
}

/** Whether two spans of days share one. */
export const rangesOverlap = (a: Validity, b: Validity): boolean =>
  a.mulai <= (b.selesai ?? forever) && b.mulai <= (a.selesai ?? forever)

const span = ({ jam_mulai, jam_selesai }: Hours) => ({ mulai: jam_mulai, selesai: jam_selesai })
/** The minute of the week, in UTC, at which a class starts. */
const weekMinute = ({ hari, jam_mulai, zona_waktu }: WeeklyClass): number =>
  (hari - 1) * dayMinutes + minutesOf(jam_mulai) - zoneHours(zona_waktu) * 60
const lengthOf = ({ jam_mulai, jam_selesai }: Hours): number =>
  minutesOf(jam_selesai) - minutesOf(jam_mulai)
/** Minutes from one minute of the week on to the next time that the other comes round. */
const until = (from: number, to: number): number =>
  (((to - from) % weekMinutes) + weekMinutes) % weekMinutes

/** Whether two classes are at the same moment, whatever the clocks of their outlets say. */
const sameMoment = (a: WeeklyClass, b: WeeklyClass): boolean => {
  const [startA, startB] = [weekMinute(a), weekMinute(b)]
  return until(startA, startB) < lengthOf(a) || until(startB, startA) < lengthOf(b)
}
/**
 * Whether nobody can be in both classes. Across zones they meet when the clocks of both outlets
 * show the same time (they are one place in a coach's week, which is a grid of clock times), and
 * when it is the same moment. Touching ends are fine.
 */
export const classesOverlap = (a: WeeklyClass, b: WeeklyClass): boolean =>
  rangesOverlap(a, b) &&
  ((a.hari === b.hari && spansOverlap(span(a), span(b))) ||
    (a.zona_waktu !== b.zona_waktu && sameMoment(a, b)))

/** Minutes of the week between two classes that do not meet, whichever comes first. */
export const gapBetween = (a: WeeklyClass, b: WeeklyClass): number => {
  const [startA, startB] = [weekMinute(a), weekMinute(b)]
  return Math.min(until(startA + lengthOf(a), startB), until(startB + lengthOf(b), startA))
}
/** How near to each other in the week two classes begin. */
export const weekDistance = (a: WeeklyClass, b: WeeklyClass): number => {
  const [startA, startB] = [weekMinute(a), weekMinute(b)]
  return Math.min(until(startA, startB), until(startB, startA))
}
/** A class on those days alone that lie in a span too; undefined where there is none. */
export const withinDays = <C extends Validity>(
  one: C,
  { mulai, selesai }: Validity,
): C | undefined => {
  if (!rangesOverlap(one, { mulai, selesai })) return undefined
  const last = [one.selesai, selesai].filter((day) => day !== null).toSorted()[0] ?? null
  return { ...one, mulai: one.mulai > mulai ? one.mulai : mulai, selesai: last }
}

/** Whether an outlet that opens and closes at these times is closed for a part of the hours. */
export const isClosed = (hours: Hours, outlet: { jam_buka: string; jam_tutup: string }): boolean =>
  hours.jam_mulai < outlet.jam_buka || hours.jam_selesai > outlet.jam_tutup

/** Whether something lasts on days on which it did not. */
export const isLonger = (before: Validity, after: Validity): boolean =>
  after.mulai < before.mulai || (after.selesai ?? forever) > (before.selesai ?? forever)

/** The days on which something lasts and did not: before it began, after it ended. */
export const newDays = (before: Validity, after: Validity): Validity[] => {
  const earlier = withinDays(after, { mulai: after.mulai, selesai: addDays(before.mulai, -1) })
  const later =
    before.selesai === null
      ? undefined
      : withinDays(after, { mulai: addDays(before.selesai, 1), selesai: null })
  return [earlier, later].flatMap((days) =>
    days ? { mulai: days.mulai, selesai: days.selesai } : [],
  )
}
/** The most of some that last at once on the days of a span. */
export const mostAtOnce = (all: readonly Validity[], span: Validity): number => {
  const there = all.flatMap((one) => withinDays(one, span) ?? [])
  // It is most on a day on which one of them begins.
  return Math.max(
    0,
    ...there.map(
      ({ mulai }) =>
        there.filter((o) => o.mulai <= mulai && mulai <= (o.selesai ?? forever)).length,
    ),
  )
}

/**
 * Whether a change of a class may bring it into another's way: an end that comes earlier, or a
 * start that comes later, cannot.
 */
export const needsCheck = (
  before: BookedClass & { status: string },
  after: BookedClass & { status: string },
): boolean => {
  if (after.status !== 'aktif') return false
  const keys = ['pelatih_id', 'ruang_id', 'hari', 'jam_mulai', 'jam_selesai', 'zona_waktu'] as const
  return (
    before.status !== 'aktif' ||
    keys.some((key) => before[key] !== after[key]) ||
    isLonger(before, after)
  )
}
