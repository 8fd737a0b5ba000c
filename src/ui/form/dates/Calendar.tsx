/**
 * Panel beside a date field, in Indonesian: Mantine's calendar of days or months, or a grid of
 * times of day.
 */
import '#src/styles/parts.css'
import '@mantine/dates/styles.layer.css'
import '#src/ui/format/indonesianDays.ts'
import { Button, Popover, SimpleGrid } from '@mantine/core'
import { DatePicker, DatesProvider, MonthPicker } from '@mantine/dates'
import { useRef, type KeyboardEvent } from 'react'
import { currentDay } from '#contract/values/tanggal.ts'
import classes from '#src/ui/form/dates/Calendar.module.css'
import { bulan, jam, tanggalWithDay } from '#src/ui/format/format.ts'

/**
 * Times offered for lessons: every half hour from 06:00 to 21:30. They replace Mantine's time grid,
 * which cannot write a point between hour and minute, as in `16.00`.
 */
const halfHours = Array.from(
  { length: 32 },
  (_, i) => `${String(6 + Math.floor(i / 2)).padStart(2, '0')}:${i % 2 === 0 ? '00' : '30'}`,
)

const ariaLabels = {
  monthLevelControl: 'Pilih bulan',
  yearLevelControl: 'Pilih tahun',
  nextMonth: 'Bulan berikutnya',
  previousMonth: 'Bulan sebelumnya',
  nextYear: 'Tahun berikutnya',
  previousYear: 'Tahun sebelumnya',
  nextDecade: 'Sepuluh tahun berikutnya',
  previousDecade: 'Sepuluh tahun sebelumnya',
}

interface CalendarProps {
  kind: 'day' | 'month' | 'time'
  /** Value as in the contract; empty when nothing is chosen. */
  value: string
  min?: string
  max?: string
  pick: (value: string) => void
  /** Closes the panel. With `back` the focus returns to the field. */
  close: (back: boolean) => void
}

const Choices = ({ kind, value, min, max, pick }: CalendarProps) => {
  const common = { ariaLabels, __stopPropagation: true }
  if (kind === 'time')
    return (
      <SimpleGrid cols={4} spacing={4} verticalSpacing={4} className={classes.times}>
        {halfHours.map((time) => (
          <Button
            key={time}
            variant={time === value ? 'filled' : 'default'}
            size="compact-sm"
            aria-pressed={time === value}
            data-autofocus={time === (value || '09:00') || undefined}
            onClick={() => pick(time)}
          >
            {jam(time)}
          </Button>
        ))}
      </SimpleGrid>
    )
  if (kind === 'month')
    return (
      <MonthPicker
        {...common}
        value={value ? `${value}-01` : null}
        defaultDate={value ? `${value}-01` : currentDay()}
        minDate={min && `${min}-01`}
        maxDate={max && `${max}-01`}
        getMonthControlProps={(day) => ({ 'aria-label': bulan(day.slice(0, 7)) })}
        onChange={(day) => day && pick(day.slice(0, 7))}
      />
    )
  return (
    <DatePicker
      {...common}
      value={value || null}
      defaultDate={value || currentDay()}
      minDate={min}
      maxDate={max}
      highlightToday
      classNames={{ day: classes.day }}
      getDayAriaLabel={tanggalWithDay}
      onChange={(day) => day && pick(day)}
    />
  )
}

export const Calendar = (props: CalendarProps) => {
  const { kind, close } = props
  const content = useRef<HTMLDivElement>(null)
  const keys = (e: KeyboardEvent) => {
    // Stops the event, because the surrounding form, list or dialog handles the same keys.
    e.stopPropagation()
    if (e.key !== 'Escape') return
    e.preventDefault()
    close(true)
  }
  return (
    <DatesProvider settings={{ locale: 'id', firstDayOfWeek: 1, weekendDays: [0] }}>
      <Popover
        opened
        // A click outside the panel has already moved the focus, so the focus does not return to
        // the field.
        onDismiss={() => close(false)}
        closeOnEscape={false}
        position="bottom-end"
        offset={4}
        shadow="md"
        trapFocus
        withRoles={false}
      >
        <Popover.Target>
          <span className={classes.anchor} />
        </Popover.Target>
        <Popover.Dropdown
          ref={content}
          role="dialog"
          aria-label={kind === 'time' ? 'Pilihan jam' : 'Kalender'}
          onKeyDown={keys}
          data-mantine-stop-propagation
        >
          <Choices {...props} />
        </Popover.Dropdown>
      </Popover>
    </DatesProvider>
  )
}
