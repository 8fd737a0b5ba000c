/** Calendars of lessons: a week, or a day with a row for each room or coach. */
import '#src/ui/format/indonesianDays.ts'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/schedule/styles.layer.css'
import { Box, UnstyledButton } from '@mantine/core'
import {
  ResourcesDayView,
  WeekView,
  type ScheduleEventData,
  type WeekViewProps,
} from '@mantine/schedule'
import { useLayoutEffect, type DragEvent } from 'react'
import { addDays, zoneHours } from '#contract/values/tanggal.ts'
import { jam } from '#src/ui/format/format.ts'
import {
  endAt,
  stepMinutes,
  timeAtShare,
  type CalendarEvent,
  type CalendarMoves,
  type CalendarResource,
  type Hours,
  type Place,
  type Shade,
} from '#src/ui/schedule/calendar.ts'
import { useCalendarMoves } from '#src/ui/schedule/useCalendarMoves.ts'
import classes from './LessonCalendar.module.css'
import marks from './slotMark.module.css'

interface CalendarProps {
  /** Accessible name of the calendar, such as `Jadwal Andi, 23–29 November 2026`. */
  label: string
  events: readonly CalendarEvent[]
  shades?: readonly Shade[]
  hours: Hours
  /** Time zone of the outlet, for the line that marks the current time. */
  zone: string
  /**
   * Rules and action for moving lessons by drag and by keys. If undefined, lessons cannot be moved.
   */
  moves?: CalendarMoves
  open: (event: CalendarEvent) => void
  /**
   * Called when the user presses an empty time slot. If undefined, time slots cannot be pressed.
   */
  add?: (at: Place) => void
}

const instantOf = (tanggal: string, time: string) => `${tanggal} ${time}:00`
const calendarPlace = (start: string, resource?: number): Place => ({
  tanggal: start.slice(0, 10),
  jam_mulai: start.slice(11, 16),
  ...(resource !== undefined && { resource }),
})
const clockIn = (zone: string) => () =>
  new Date(Date.now() + zoneHours(zone) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

interface Payload {
  event?: CalendarEvent
  shade?: Shade
  moving?: boolean
}
type LibraryEvent = ScheduleEventData<Payload & Record<string, unknown>>

/**
 * Converts lessons and shades to events of Mantine's calendar. A lesson that the user is moving by
 * keys is shown at its new place.
 */
const libraryEvents = (
  events: readonly CalendarEvent[],
  shades: readonly Shade[],
  moving: { event: CalendarEvent; to: Place } | null,
): LibraryEvent[] => [
  ...shades.map((shade, i): LibraryEvent => ({
    id: `shade-${i}`,
    title: shade.title,
    start: instantOf(shade.tanggal, shade.jam_mulai),
    end: instantOf(shade.tanggal, shade.jam_selesai),
    color: 'gray',
    display: 'background',
    resourceId: shade.resource,
    payload: { shade },
  })),
  ...events.map((event): LibraryEvent => {
    const place = moving?.event.id === event.id ? moving.to : event
    return {
      id: event.id,
      title: event.name,
      start: instantOf(place.tanggal, place.jam_mulai),
      end: instantOf(place.tanggal, endAt(event, place)),
      color: event.color ?? 'gray',
      resourceId: place.resource,
      payload: { event, moving: place !== event },
    }
  }),
]

const renderEvent: NonNullable<WeekViewProps['renderEvent']> = (
  { payload },
  { children, ...props },
) => {
  const { event, shade, moving }: Payload = payload ?? {}
  // Renders a shade without text, because the accessible names of the lessons state the meaning of
  // the shade.
  if (!event)
    return (
      <Box
        className={`${props.className} ${shade?.status ? marks.mark : classes.closed}`}
        style={props.style}
        data-status={shade?.status}
        aria-hidden
      />
    )
  return (
    <UnstyledButton
      {...props}
      className={`${props.className} ${classes.event}`}
      __vars={{ '--tint': event.color }}
      aria-label={event.name}
      data-moving={moving || undefined}
      data-cancelled={event.cancelled || undefined}
      data-waits={event.waits || undefined}
    >
      {children}
    </UnstyledButton>
  )
}
const renderEventBody: NonNullable<WeekViewProps['renderEventBody']> = ({ payload }) => {
  const { event }: Payload = payload ?? {}
  return (
    <>
      <b>{event?.title}</b> <span>{event?.note}</span>
    </>
  )
}

const labels = {
  weekday: 'Hari',
  timeSlot: 'Jam',
  resourceSlot: 'Jam',
  resources: '',
  more: 'lagi',
  moreLabel: (n: number) => `${n} lagi`,
}

/**
 * Returns the parts that the calendar of a week and the calendar of a day share: the rendering of
 * events, the actions on events, and the announcements for screen readers.
 */
const useCalendar = (
  { events, shades = [], hours, zone, moves, open, add }: CalendarProps,
  where: Pick<Parameters<typeof useCalendarMoves>[0], 'days' | 'resources'>,
  placeIn: (slots: Element, index: number, event: DragEvent) => Place | undefined,
) => {
  const placeAt = (event: DragEvent): Place | undefined => {
    const all = [...event.currentTarget.querySelectorAll(`.${classes.slots}`)]
    const index = all.findIndex((s) => {
      const { left, right, top, bottom } = s.getBoundingClientRect()
      return (
        event.clientX >= left &&
        event.clientX < right &&
        event.clientY >= top &&
        event.clientY < bottom
      )
    })
    const slots = all[index]
    return slots && placeIn(slots, index, event)
  }
  const { moving, told, put, root } = useCalendarMoves({ events, hours, moves, placeAt, ...where })
  const mayMove = (e: ScheduleEventData) =>
    moves !== undefined && events.some((lesson) => lesson.id === e.id && lesson.movable)
  const common = {
    startTime: `${hours.from}:00`,
    endTime: `${hours.to}:00`,
    intervalMinutes: stepMinutes,
    // Returns a label for each full hour, and an empty text for the lines between full hours.
    slotLabelFormat: (instant: string) =>
      instant.slice(14, 16) === '00' ? jam(instant.slice(11, 16)) : '',
    getCurrentTime: clockIn(zone),
    withHeader: false,
    withCurrentTimeBubble: false,
    events: libraryEvents(events, shades, moving),
    renderEvent,
    renderEventBody,
    labels,
    radius: 'md',
    withEventsDragAndDrop: moves !== undefined,
    canDragEvent: mayMove,
    onEventClick: (clicked: ScheduleEventData) => {
      const lesson = events.find((e) => e.id === clicked.id)
      if (lesson && !moving) open(lesson)
    },
    onEventDrop: ({ eventId, newStart, resourceId }: Dropped) => {
      const lesson = events.find((e) => e.id === eventId)
      const resource =
        lesson?.resource === undefined ? undefined : Number(resourceId ?? lesson.resource)
      if (lesson) put(lesson, calendarPlace(newStart, resource))
    },
    onTimeSlotClick: add
      ? ({ slotStart, resourceId }: Pressed) =>
          add(calendarPlace(slotStart, resourceId === undefined ? undefined : Number(resourceId)))
      : undefined,
  } as const
  return { common, root, told }
}
interface Dropped {
  eventId: string | number
  newStart: string
  resourceId?: string | number
}
interface Pressed {
  slotStart: string
  resourceId?: string | number
}

const Told = ({ text }: { text: string }) => (
  <p role="status" className={classes.told}>
    {text}
  </p>
)

/** Calendar of seven days side by side: the week of a coach, room, student or outlet. */
export const LessonWeek = (
  props: CalendarProps & {
    monday: string
    /** Days of the week that are holidays. Their names are red, like the name of Sunday. */
    holidays?: readonly string[]
  },
) => {
  const { monday, holidays = [], hours, label, add } = props
  const { common, root, told } = useCalendar(
    props,
    { days: { from: monday, to: addDays(monday, 6) } },
    (slots, index, event) => {
      const { top, height } = slots.getBoundingClientRect()
      return {
        tanggal: addDays(monday, index),
        jam_mulai: timeAtShare((event.clientY - top) / height, hours),
      }
    },
  )
  // Removes the accessible names that Mantine gives the days (`Hari 2026-11-23`), so that screen
  // readers read the visible text. Mantine has no option for these names.
  useLayoutEffect(() => {
    for (const day of root.ref.current?.querySelectorAll(`.${classes.weekday}`) ?? [])
      day.removeAttribute('aria-label')
  })
  return (
    <section className={classes.calendar} aria-label={label} {...root}>
      <Told text={told} />
      <WeekView
        {...common}
        date={monday}
        firstDayOfWeek={1}
        locale="id"
        withAllDaySlots={false}
        withWeekNumber={false}
        highlightToday
        // Height of a time slot. With this height, six hours fit on a laptop screen that is 768 px
        // high.
        slotHeight="3rem"
        weekendDays={
          [0, ...holidays.map((day) => new Date(day).getUTCDay())] as WeekViewProps['weekendDays']
        }
        classNames={{ weekViewDaySlots: classes.slots, weekViewDayLabel: classes.weekday }}
        // If the user cannot add lessons, hides empty time slots from the keyboard and screen
        // readers.
        getTimeSlotProps={() => (add ? undefined : { tabIndex: -1, 'aria-hidden': true })}
      />
    </section>
  )
}

/** Calendar of a day, with a row for each room or coach. */
export const LessonDay = (
  props: CalendarProps & { tanggal: string; resources: readonly CalendarResource[] },
) => {
  const { tanggal, resources, hours, label } = props
  const { common, root, told } = useCalendar(props, { resources }, (slots, index, event) => {
    const { left, width } = slots.getBoundingClientRect()
    const resource = resources[index]
    if (!resource) return undefined
    const jam_mulai = timeAtShare((event.clientX - left) / width, hours)
    return { tanggal, jam_mulai, resource: resource.id }
  })
  return (
    <section className={classes.calendar} aria-label={label} {...root}>
      <Told text={told} />
      <ResourcesDayView
        {...common}
        date={tanggal}
        locale="id"
        resources={resources.map((r) => ({ ...r }))}
        slotWidth="2.2rem"
        rowHeight="3.6rem"
        maxEventsPerTimeSlot={4}
        classNames={{
          resourcesDayViewRowSlots: classes.slots,
          resourcesDayViewTimeLabel: classes.hour,
        }}
      />
    </section>
  )
}
