/** Events of a lesson calendar, and the places to which events can be moved. */
import type { SlotStatus } from '#contract/schedule/rules/freeSlots.ts'
import { addDays, formatJam, formatTanggalHari, weekday } from '#contract/values/tanggal.ts'

/**
 * Place in the calendar: a day, a start time `HH:mm`, and, in a calendar with a row for each room
 * or coach, the id of the room or coach.
 */
export interface Place {
  tanggal: string
  jam_mulai: string
  resource?: number
}
/** Lesson in the calendar. */
export interface CalendarEvent extends Place {
  id: number
  jam_selesai: string
  /** Accessible name. It contains all visible facts: course, coach, room, day, time and status. */
  name: string
  title: string
  note?: string
  /** Colour of the course category, `#rrggbb`. */
  color?: string
  /** Whether the lesson is cancelled. A cancelled lesson is crossed out. */
  cancelled?: boolean
  /** Whether the lesson still needs an action of the user. Such a lesson is highlighted. */
  waits?: boolean
  movable: boolean
}
/**
 * Time span that is drawn behind the lessons. With a `status` it is a coach's slot: free, or
 * available on request. Without a `status` it is a holiday, a leave, or a time when the outlet is
 * closed.
 */
export interface Shade extends Place {
  jam_selesai: string
  status?: SlotStatus
  title: string
}
/** Room or coach that has a row in the calendar of a day. */
export interface CalendarResource {
  id: number
  label: string
}
/** Rules and action for moving lessons by drag and by keys. */
export interface CalendarMoves {
  /**
   * Returns the reason why a lesson cannot be moved to a place. Returns undefined if no reason is
   * known.
   */
  refusalOf: (event: CalendarEvent, to: Place) => string | undefined
  move: (event: CalendarEvent, to: Place) => void
}

/** Start and end of the time that a calendar shows, as full hours `HH:mm`. */
export interface Hours {
  from: string
  to: string
}
/**
 * Number of minutes between two lines of the calendar. A key press moves a lesson by the same
 * number of minutes.
 */
export const stepMinutes = 30

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, '0')).join(':')

/**
 * Returns the smallest range of full hours that contains all spans and the range from `from` to
 * `to`. The returned range ends at 23:00 at the latest, even if a span ends later.
 */
export const hoursAround = (
  spans: readonly { jam_mulai: string; jam_selesai: string }[],
  { from, to }: Hours,
): Hours => {
  const first = Math.min(minutesOf(from), ...spans.map((s) => minutesOf(s.jam_mulai)))
  const last = Math.max(minutesOf(to), ...spans.map((s) => minutesOf(s.jam_selesai)))
  return {
    from: timeOf(Math.floor(first / 60) * 60),
    to: timeOf(Math.min(Math.ceil(last / 60), 23) * 60),
  }
}

/** Returns the Monday of the week of a day. */
export const mondayOf = (tanggal: string): string => addDays(tanggal, 1 - weekday(tanggal))

/** Returns the time at which a lesson ends when it is moved to a place. */
export const endAt = (event: CalendarEvent, { jam_mulai }: Place): string =>
  timeOf(minutesOf(jam_mulai) + minutesOf(event.jam_selesai) - minutesOf(event.jam_mulai))

/**
 * Returns the place moved by `minutes`. Negative `minutes` move it to an earlier time. The lesson
 * stays within the shown hours.
 */
export const shiftTime = (
  event: CalendarEvent,
  place: Place,
  minutes: number,
  { from, to }: Hours,
): Place => {
  const length = minutesOf(event.jam_selesai) - minutesOf(event.jam_mulai)
  const start = minutesOf(place.jam_mulai) + minutes
  const last = minutesOf(to) - length
  return { ...place, jam_mulai: timeOf(Math.max(minutesOf(from), Math.min(start, last))) }
}

/**
 * Returns the time of the last calendar line at or before a point. `share` is the distance of the
 * point from the start of the calendar, as a fraction (0 to 1) of the length of the calendar.
 */
export const timeAtShare = (share: number, { from, to }: Hours): string => {
  const lines = (minutesOf(to) - minutesOf(from)) / stepMinutes
  const line = Math.max(0, Math.min(lines - 1, Math.floor(share * lines)))
  return timeOf(minutesOf(from) + line * stepMinutes)
}

export const isSamePlace = (a: Place, b: Place): boolean =>
  a.tanggal === b.tanggal && a.jam_mulai === b.jam_mulai && a.resource === b.resource

/** Returns a place in words, such as `Selasa, 24 November 2026 pukul 15.30, Ruang A2`. */
export const placeText = (
  { tanggal, jam_mulai, resource }: Place,
  resources: readonly CalendarResource[] = [],
): string => {
  const row = resources.find((r) => r.id === resource)?.label
  return `${formatTanggalHari(tanggal)} pukul ${formatJam(jam_mulai)}${row ? `, ${row}` : ''}`
}
