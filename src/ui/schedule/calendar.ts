/** Events of a lesson calendar, and the places to which events may be moved. */
import type { SlotStatus } from '#contract/schedule/rules/freeSlots.ts'
import { addDays, formatJam, formatTanggalHari, weekday } from '#contract/values/tanggal.ts'

/**
 * Place in the calendar: a day, a time `HH:mm`, and (where rooms or coaches are side by side) the
 * room or coach.
 */
export interface Place {
  tanggal: string
  jam_mulai: string
  resource?: number
}
/** A lesson in the calendar. */
export interface CalendarEvent extends Place {
  id: number
  jam_selesai: string
  /** Accessible name with all visible facts: course, coach, room, day, time, status. */
  name: string
  title: string
  note?: string
  /** Colour of the course category, `#rrggbb`. */
  color?: string
  /** Whether the event is cancelled, and so crossed out. */
  cancelled?: boolean
  /** Whether the event needs an action by somebody, and so stands out. */
  waits?: boolean
  movable: boolean
}
/**
 * Time span behind the lessons: a coach's slot that is free or must be asked for; without a
 * `status` a holiday, leave, or a closed outlet.
 */
export interface Shade extends Place {
  jam_selesai: string
  status?: SlotStatus
  title: string
}
/** Row of a day calendar: a room or a coach. */
export interface CalendarResource {
  id: number
  label: string
}
/** Drag and keyboard moves of a calendar. */
export interface CalendarMoves {
  /** Reason why a lesson cannot be moved to a place; undefined when no known conflict exists. */
  refusalOf: (event: CalendarEvent, to: Place) => string | undefined
  move: (event: CalendarEvent, to: Place) => void
}

/** Hours shown by a calendar: full hours, `HH:mm`. */
export interface Hours {
  from: string
  to: string
}
/** Minutes between two lines of the calendar, and the step of a move. */
export const stepMinutes = 30

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, '0')).join(':')

/** Returns the full hours around all spans, at least `from` to `to`. */
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

/** Returns the Monday of a day's week. */
export const mondayOf = (tanggal: string): string => addDays(tanggal, 1 - weekday(tanggal))

/** Returns the end time of a lesson moved to a place. */
export const endAt = (event: CalendarEvent, { jam_mulai }: Place): string =>
  timeOf(minutesOf(jam_mulai) + minutesOf(event.jam_selesai) - minutesOf(event.jam_mulai))

/** Returns a place some minutes later (or earlier), within the hours shown. */
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

/** Returns the time of the line at a share (0 to 1) of the calendar's length. */
export const timeAtShare = (share: number, { from, to }: Hours): string => {
  const lines = (minutesOf(to) - minutesOf(from)) / stepMinutes
  const line = Math.max(0, Math.min(lines - 1, Math.floor(share * lines)))
  return timeOf(minutesOf(from) + line * stepMinutes)
}

export const isSamePlace = (a: Place, b: Place): boolean =>
  a.tanggal === b.tanggal && a.jam_mulai === b.jam_mulai && a.resource === b.resource

/** `Selasa, 24 November 2026 pukul 15.30, Ruang A2`. */
export const placeText = (
  { tanggal, jam_mulai, resource }: Place,
  resources: readonly CalendarResource[] = [],
): string => {
  const row = resources.find((r) => r.id === resource)?.label
  return `${formatTanggalHari(tanggal)} pukul ${formatJam(jam_mulai)}${row ? `, ${row}` : ''}`
}
