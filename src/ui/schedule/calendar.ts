/** Events of a lesson calendar, and the places to which events may be moved. */
import type { SlotStatus } from '#contract/schedule/rules/freeSlots.ts'
import { addDays, formatJam, formatTanggalHari, weekday } from '#contract/values/tanggal.ts'

/** A day, a time `HH:mm`, and (where rooms or coaches stand side by side) whose row. */
export interface Place {
  tanggal: string
  jam_mulai: string
  resource?: number
}
/** A lesson in the calendar. */
export interface CalendarEvent extends Place {
  id: number
  jam_selesai: string
  /** All that is seen at a glance, in words: course, coach, room, day, time, state. */
  name: string
  title: string
  note?: string
  /** The category's, `#rrggbb`. */
  color?: string
  /** Whether the event is cancelled, and so crossed out. */
  cancelled?: boolean
  /** Whether the event needs an action by somebody, and so stands out. */
  waits?: boolean
  movable: boolean
}
/**
 * A span behind the lessons: hours that a coach has free or wants to be asked for; without a
 * `status` a holiday, leave, or an outlet that is closed.
 */
export interface Shade extends Place {
  jam_selesai: string
  status?: SlotStatus
  title: string
}
/** A row of the day: a room or a coach. */
export interface CalendarResource {
  id: number
  label: string
}
/** Actions by hand in a calendar. */
export interface CalendarMoves {
  /** Why a lesson cannot be there; undefined where nothing that is known stands against it. */
  refusalOf: (event: CalendarEvent, to: Place) => string | undefined
  move: (event: CalendarEvent, to: Place) => void
}

/** The hours that a calendar shows: whole ones, `HH:mm`. */
export interface Hours {
  from: string
  to: string
}
/** Minutes between two lines of the calendar, and the step of a move. */
export const stepMinutes = 30

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, '0')).join(':')

/** Whole hours from the first to the last of what there is, at least from `from` to `to`. */
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

/** The Monday of a day's week. */
export const mondayOf = (tanggal: string): string => addDays(tanggal, 1 - weekday(tanggal))

/** When a lesson that is moved ends. */
export const endAt = (event: CalendarEvent, { jam_mulai }: Place): string =>
  timeOf(minutesOf(jam_mulai) + minutesOf(event.jam_selesai) - minutesOf(event.jam_mulai))

/** Returns a place some minutes later (or earlier), within the hours shown. */
export const shiftTime = (
  event: CalendarEvent,
  at: Place,
  minutes: number,
  { from, to }: Hours,
): Place => {
  const length = minutesOf(event.jam_selesai) - minutesOf(event.jam_mulai)
  const start = minutesOf(at.jam_mulai) + minutes
  const last = minutesOf(to) - length
  return { ...at, jam_mulai: timeOf(Math.max(minutesOf(from), Math.min(start, last))) }
}

/** The time of the line that a share of the way down (or across) the calendar belongs to. */
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
