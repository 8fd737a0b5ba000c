/** Lessons as a list by day, for screens that are too narrow for a calendar. */
import { Button, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { formatTanggalHari } from '#contract/values/tanggal.ts'
import { jamSpan } from '#src/ui/format/format.ts'
import type { CalendarEvent } from '#src/ui/schedule/calendar.ts'
import classes from './LessonCalendar.module.css'

interface Shown {
  events: readonly CalendarEvent[]
  open: (event: CalendarEvent) => void
}
/** Day in the list for phones. The day's lessons are buttons. */
const AgendaDay = ({
  tanggal,
  isTitled,
  events,
  open,
  empty,
}: Shown & {
  tanggal: string
  isTitled: boolean
  empty: string
}) => (
  <Stack gap="0.4rem">
    {isTitled && (
      <Text component="h3" fw={600}>
        {formatTanggalHari(tanggal)}
      </Text>
    )}
    {events.length === 0 && <Text c="dimmed">{empty}</Text>}
    <Stack component="ul" gap="0.4rem" className={classes.day}>
      {events
        .toSorted((a, b) => (a.jam_mulai < b.jam_mulai ? -1 : 1))
        .map((event) => (
          <li key={event.id}>
            <UnstyledButton
              className={classes.event}
              __vars={{ '--tint': event.color }}
              data-cancelled={event.cancelled || undefined}
              data-waits={event.waits || undefined}
              onClick={() => open(event)}
            >
              <b>
                {jamSpan(event.jam_mulai, event.jam_selesai)} {event.title}
              </b>
              <span>{event.note}</span>
            </UnstyledButton>
          </li>
        ))}
    </Stack>
  </Stack>
)
/**
 * Lessons as a list of days, for phones. If the days contain today, the list begins with today, and
 * a button shows the earlier days. The button is under the list, so that it does not push the next
 * lesson off the screen.
 */
export const LessonAgenda = ({
  label,
  days,
  today,
  events,
  open,
  empty,
}: Shown & {
  label: string
  days: readonly string[]
  today: string
  /** Returns the text for a day without lessons, such as the name of a holiday. */
  empty: (tanggal: string) => string
}) => {
  const [showsAll, setShowsAll] = useState(false)
  const coming = days.filter((tanggal) => tanggal >= today)
  const isFolded = !showsAll && coming.length > 0 && coming.length < days.length
  return (
    <Stack component="section" aria-label={label} gap="1rem">
      {(isFolded ? coming : days).map((tanggal) => (
        <AgendaDay
          key={tanggal}
          tanggal={tanggal}
          isTitled={days.length > 1}
          events={events.filter((event) => event.tanggal === tanggal)}
          open={open}
          empty={empty(tanggal)}
        />
      ))}
      {isFolded && (
        <Button variant="default" onClick={() => setShowsAll(true)}>
          {days.length - coming.length} hari sebelumnya
        </Button>
      )}
    </Stack>
  )
}
