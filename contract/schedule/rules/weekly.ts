/**
 * Rules for weekly classes (domain.md 3.8): overlap of two classes, time between two classes,
 * opening hours of the outlet, and ranges of days.
 */
import { addDays, spansOverlap, zoneHours } from '#contract/values/tanggal.ts'

const dayMinutes = 24 * 60
const weekMinutes = 7 * dayMinutes
/** Text that sorts after every day, for the end of a class without an end. */
const forever = '9999-12-31'

export interface Hours {
  jam_mulai: string
  jam_selesai: string
}
/** Range of days, including the first and the last day. A null `selesai` means no end. */
export interface Validity {
  mulai: string
  selesai: string | null
}
/** A weekly class in the local time of its outlet. */
export interface WeeklyClass extends Hours, Validity {
  /** Weekday, from 1 (Monday) to 7 (Sunday). */
  hari: number
  zona_waktu: string
}
/** A weekly class with its coach and room. */
export interface BookedClass extends WeeklyClass {
  pelatih_id: number
  ruang_id: number
}

/** Converts a time of day to minutes since midnight: `09:30` → 570. */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, '0')).join(':')

/**
 * Returns the end time of a class from its start and its duration in minutes; undefined when the
 * class does not end before midnight.
 */
export const classEnd = (start: string, duration: number): string | undefined => {
  const end = minutesOf(start) + duration
  return end >= dayMinutes ? undefined : timeOf(end)
}

/** Whether two ranges of days have a day in common. */
export const rangesOverlap = (a: Validity, b: Validity): boolean =>
  a.mulai <= (b.selesai ?? forever) && b.mulai <= (a.selesai ?? forever)

const span = ({ jam_mulai, jam_selesai }: Hours) => ({ mulai: jam_mulai, selesai: jam_selesai })
/**
 * Returns the start of a class in minutes since Monday 00:00 UTC. The result is negative for a
 * class early on Monday in local time, when it is still Sunday in UTC.
 */
const weekMinute = ({ hari, jam_mulai, zona_waktu }: WeeklyClass): number =>
  (hari - 1) * dayMinutes + minutesOf(jam_mulai) - zoneHours(zona_waktu) * 60
const lengthOf = ({ jam_mulai, jam_selesai }: Hours): number =>
  minutesOf(jam_selesai) - minutesOf(jam_mulai)
/**
 * Returns the minutes from the minute `from` of a week to the next occurrence of the minute `to`.
 */
const until = (from: number, to: number): number =>
  (((to - from) % weekMinutes) + weekMinutes) % weekMinutes

/**
 * Whether the weekly hours of two classes overlap in UTC, regardless of their first and last day.
 */
const sameMoment = (a: WeeklyClass, b: WeeklyClass): boolean => {
  const [startA, startB] = [weekMinute(a), weekMinute(b)]
  return until(startA, startB) < lengthOf(a) || until(startB, startA) < lengthOf(b)
}
/**
 * Whether two classes overlap, so that nobody can attend both. Classes in different time zones
 * overlap when their times in UTC overlap, and also when their local times overlap, because the
 * free slots of a coach are local times. Classes do not overlap when one ends at the start of the
 * other.
 */
export const classesOverlap = (a: WeeklyClass, b: WeeklyClass): boolean =>
  rangesOverlap(a, b) &&
  ((a.hari === b.hari && spansOverlap(span(a), span(b))) ||
    (a.zona_waktu !== b.zona_waktu && sameMoment(a, b)))

/**
 * Returns the shortest time in minutes between a lesson of one class and a lesson of the other
 * class, for classes that do not overlap.
 */
export const gapBetween = (a: WeeklyClass, b: WeeklyClass): number => {
  const [startA, startB] = [weekMinute(a), weekMinute(b)]
  return Math.min(until(startA + lengthOf(a), startB), until(startB + lengthOf(b), startA))
}
/**
 * Returns the shortest time in minutes between the start of a lesson of one class and the start of
 * a lesson of the other class.
 */
export const weekDistance = (a: WeeklyClass, b: WeeklyClass): number => {
  const [startA, startB] = [weekMinute(a), weekMinute(b)]
  return Math.min(until(startA, startB), until(startB, startA))
}
/**
 * Limits a range of days, for example the range of a class, to another range. Returns undefined
 * when the ranges have no day in common.
 */
export const withinDays = <C extends Validity>(
  range: C,
  { mulai, selesai }: Validity,
): C | undefined => {
  if (!rangesOverlap(range, { mulai, selesai })) return undefined
  const last = [range.selesai, selesai].filter((day) => day !== null).toSorted()[0] ?? null
  return { ...range, mulai: range.mulai > mulai ? range.mulai : mulai, selesai: last }
}

/** Whether the hours of a class or lesson are partly or wholly outside the opening hours. */
export const isClosed = (hours: Hours, outlet: { jam_buka: string; jam_tutup: string }): boolean =>
  hours.jam_mulai < outlet.jam_buka || hours.jam_selesai > outlet.jam_tutup

/** Whether the range `after` contains days that the range `before` does not contain. */
export const isLonger = (before: Validity, after: Validity): boolean =>
  after.mulai < before.mulai || (after.selesai ?? forever) > (before.selesai ?? forever)

/**
 * Returns the days of the range `after` that are earlier or later than the range `before`, as at
 * most two ranges.
 */
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
/** Returns the maximum number of ranges that contain the same day of `span`. */
export const mostAtOnce = (all: readonly Validity[], span: Validity): number => {
  const there = all.flatMap((range) => withinDays(range, span) ?? [])
  // Checks only the first day of each range, because the maximum is always reached on such a day.
  return Math.max(
    0,
    ...there.map(
      ({ mulai }) =>
        there.filter((o) => o.mulai <= mulai && mulai <= (o.selesai ?? forever)).length,
    ),
  )
}

/**
 * Whether a change of a class can cause a conflict. A class that is not active after the change
 * cannot cause a conflict. For an active class that stays active, a change that only lets the class
 * begin later or end earlier cannot cause a conflict either.
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
