/** Moves lessons in a calendar by keys, and shows rejected places while dragging. */
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

/** Lesson being moved by keys: shown at `to`, not stored yet. */
interface Moving {
  event: CalendarEvent
  to: Place
}
interface Options {
  events: readonly CalendarEvent[]
  hours: Hours
  moves: CalendarMoves | undefined
  /** Days shown, if a lesson may be moved from one to the next. */
  days?: { from: string; to: string }
  /** Rows shown, if the calendar has some. */
  resources?: readonly CalendarResource[]
  /** Returns the place under the pointer. */
  placeAt: (event: DragEvent) => Place | undefined
}

/** Returns the place one day, room or coach further. */
const shiftAcross = (place: Place, by: 1 | -1, { days, resources = [] }: Options): Place => {
  if (days) {
    const tanggal = addDays(place.tanggal, by)
    return tanggal < days.from || tanggal > days.to ? place : { ...place, tanggal }
  }
  const next = resources[resources.findIndex((r) => r.id === place.resource) + by]
  return next ? { ...place, resource: next.id } : place
}

/**
 * Returns the place that an arrow key leads to: in a week time runs downwards, in a day of rooms to
 * the right.
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
 * Alt and an arrow key move a lesson, Enter drops it, Esc returns it. A rejected place shows its
 * reason, by keys and under the pointer, before a call is sent.
 */
export const useCalendarMoves = (options: Options) => {
  const { events, moves, resources, placeAt } = options
  const root = useRef<HTMLDivElement>(null)
  const [moving, setMoving] = useState<Moving | null>(null)
  const [announcement, announce] = useState('')
  const dragged = useRef<CalendarEvent>(undefined)

  // An event moved to another day is mounted again there, and keeps the focus.
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
    if (pressed.key === 'Enter') {
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
    // Without the library's handler the browser shows that dropping is not possible here.
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
