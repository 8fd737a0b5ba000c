/**
 * Moves lessons in a calendar by keys and by drag. If a lesson cannot be dropped at the place under
 * the pointer, announces the reason during the drag.
 */
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { addDays } from '#contract/values/tanggal.ts'
import {
  isSamePlace,
  placeText,
  shiftTime,
  stepMinutes,
  type CalendarEvent,
  type CalendarMoves,
  type CalendarResource,
  type Hours,
  type Place,
} from '#src/ui/schedule/calendar.ts'

/**
 * Lesson that the user is moving by keys. The calendar already shows it at `to`, but the move is
 * not saved yet.
 */
interface Moving {
  event: CalendarEvent
  to: Place
}
interface Options {
  events: readonly CalendarEvent[]
  hours: Hours
  moves: CalendarMoves | undefined
  /**
   * First and last shown day. A lesson may be moved to any day of this range. Undefined in the
   * calendar of a single day.
   */
  days?: { from: string; to: string }
  /**
   * Shown rooms or coaches. A lesson may be moved to any of them. Undefined in the calendar of a
   * week.
   */
  resources?: readonly CalendarResource[]
  /** Returns the place under the pointer; undefined outside the time slots. */
  placeAt: (event: DragEvent) => Place | undefined
}

/**
 * Returns a place shifted by one day in the calendar of a week, or by one room or coach in the
 * calendar of a day. Returns the place unchanged at the edge of the calendar.
 */
const shiftAcross = (place: Place, by: 1 | -1, { days, resources = [] }: Options): Place => {
  if (days) {
    const tanggal = addDays(place.tanggal, by)
    return tanggal < days.from || tanggal > days.to ? place : { ...place, tanggal }
  }
  const next = resources[resources.findIndex((r) => r.id === place.resource) + by]
  return next ? { ...place, resource: next.id } : place
}

/**
 * Returns the place to which an arrow key moves a lesson. Time runs downwards in the calendar of a
 * week, and from left to right in the calendar of a day.
 */
const shiftByKey = (key: string, { event, to }: Moving, options: Options): Place | undefined => {
  const inWeek = options.days !== undefined
  const [earlier, later] = inWeek ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
  const [before, after] = inWeek ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
  if (key === earlier) return shiftTime(event, to, -stepMinutes, options.hours)
  if (key === later) return shiftTime(event, to, stepMinutes, options.hours)
  if (key === before) return shiftAcross(to, -1, options)
  if (key === after) return shiftAcross(to, 1, options)
  return undefined
}

const eventIdAt = (target: EventTarget): number | undefined => {
  const id = target instanceof Element && target.closest('[data-event-id]')
  return id ? Number(id.getAttribute('data-event-id')) : undefined
}

/**
 * Lets the user move lessons by keys and by drag. Alt with an arrow key moves a lesson, Enter saves
 * the move, Esc cancels it. If the lesson cannot be moved to the place, the calendar announces the
 * reason and does not save the move.
 */
export const useCalendarMoves = (options: Options) => {
  const { events, moves, resources, placeAt } = options
  const root = useRef<HTMLDivElement>(null)
  const [moving, setMoving] = useState<Moving | null>(null)
  const [announcement, announce] = useState('')
  const dragged = useRef<CalendarEvent>(undefined)

  // Focuses the moved lesson again. A lesson that moves to another day is mounted again in the
  // column of that day and thereby loses the focus.
  useEffect(() => {
    if (moving)
      root.current?.querySelector<HTMLElement>(`[data-event-id="${moving.event.id}"]`)?.focus()
  }, [moving])

  const refusalOf = (event: CalendarEvent, to: Place) =>
    isSamePlace(event, to) ? undefined : moves?.refusalOf(event, to)
  const put = (event: CalendarEvent, to: Place) => {
    const refusal = refusalOf(event, to)
    if (refusal) return announce(refusal)
    setMoving(null)
    announce('')
    if (!isSamePlace(event, to)) moves?.move(event, to)
  }
  const step = (pressed: KeyboardEvent, event: CalendarEvent) => {
    const now = moving?.event.id === event.id ? moving : { event, to: event }
    const to = shiftByKey(pressed.key, now, options)
    if (!to) return
    pressed.preventDefault()
    setMoving({ event, to })
    const refusal = refusalOf(event, to)
    announce(refusal ? `${placeText(to, resources)}. ${refusal}` : placeText(to, resources))
  }
  const onKeyDownCapture = (pressed: KeyboardEvent) => {
    const event = events.find((e) => e.id === eventIdAt(pressed.target))
    if (!moves || !event?.movable) return
    if (pressed.altKey) return step(pressed, event)
    if (!moving) return
    if (pressed.key === 'Enter' && moving.event.id === event.id) {
      pressed.preventDefault()
      put(event, moving.to)
    } else if (pressed.key === 'Escape') {
      pressed.preventDefault()
      pressed.stopPropagation()
      setMoving(null)
      announce('')
    }
  }
  const onDragOverCapture = (over: DragEvent) => {
    const to = placeAt(over)
    const refusal = dragged.current && to && refusalOf(dragged.current, to)
    announce(refusal ?? '')
    // Stops the event before Mantine's handler receives it. The browser then shows that the lesson
    // cannot be dropped at this place.
    if (refusal) over.stopPropagation()
  }
  return {
    moving,
    told: announcement,
    put,
    root: {
      ref: root,
      onKeyDownCapture,
      onDragStartCapture: (start: DragEvent) => {
        dragged.current = events.find((e) => e.id === eventIdAt(start.target))
      },
      onDragOverCapture,
      onDragEndCapture: () => {
        dragged.current = undefined
        announce('')
      },
    },
  }
}
