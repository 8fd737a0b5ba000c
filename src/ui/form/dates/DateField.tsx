/**
 * Fields for a day, a month and a time of day. The text field accepts typed or pasted Indonesian
 * dates; Mantine's calendar is fetched when it is opened. The value is the contract's text
 * (`2026-11-22`). An unreadable text is passed on as typed, so that the contract rejects it.
 */
import { TextInput, UnstyledButton, type TextInputProps } from '@mantine/core'
import { IconCalendar, IconClock } from '@tabler/icons-react'
import {
  lazy,
  Suspense,
  useRef,
  useState,
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
} from 'react'
import classes from '#src/ui/form/dates/DateField.module.css'
import { parseDay, parseMonth, parseTime, type Reading } from '#src/ui/form/dates/parse.ts'
import { bulan, jam, shortTanggal } from '#src/ui/format/format.ts'
import { part } from '#src/ui/page/part.ts'

const calendarCode = () => part(() => import('#src/ui/form/dates/Calendar.tsx'))
const LazyCalendar = lazy(() => calendarCode().then((m) => ({ default: m.Calendar })))

type DateKind = 'day' | 'month' | 'time'
interface KindOfField extends Reading {
  /** Example of a value as users type it. */
  placeholder: string
  /** Accessible name of the button that opens the panel. */
  opens: string
  invalid: string
}
const kinds: Record<DateKind, KindOfField> = {
  day: {
    parse: parseDay,
    format: shortTanggal,
    placeholder: '26/11/2026',
    opens: 'Buka kalender',
    invalid: 'Tanggal tidak valid',
  },
  month: {
    parse: parseMonth,
    format: bulan,
    placeholder: 'November 2026',
    opens: 'Pilih bulan',
    invalid: 'Bulan tidak valid',
  },
  time: {
    parse: parseTime,
    format: jam,
    placeholder: '14.30',
    opens: 'Pilih jam',
    invalid: 'Jam tidak valid',
  },
}

/**
 * Text that the user is typing. If the value of the field is neither `gives` nor `base`, other code
 * has set the field, and the draft is ignored. When typing ends with a readable text, the draft is
 * discarded.
 */
interface Draft {
  text: string
  /** Value parsed from the text. */
  gives: string
  /** Value of the field before the last key press. */
  base: string
}

export interface DateFieldProps extends Omit<
  TextInputProps,
  'value' | 'onChange' | 'min' | 'max' | 'type'
> {
  value: string
  onChange: (value: string) => void
  /** First value that the calendar offers. The contract, not this limit, validates typed dates. */
  min?: string
  /** Last value that the calendar offers. */
  max?: string
  /**
   * Whether `onChange` receives only valid and empty values. Filters set this, because they have no
   * submit button that would show the error of an invalid date.
   */
  strict?: boolean
}

const PickField = ({
  kind,
  value,
  onChange,
  min,
  max,
  strict = false,
  error,
  onBlur,
  onFocus,
  ...rest
}: DateFieldProps & { kind: DateKind }) => {
  const { parse, format, placeholder, opens, invalid } = kinds[kind]
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<Draft>()
  const [opened, setOpened] = useState(false)
  const [isBlurred, setBlurred] = useState(true)
  const typing = draft && (draft.gives === value || draft.base === value) ? draft : undefined
  const shownText = typing?.text ?? format(value)

  const take = (text: string, loose: boolean) => {
    const parsedValue = text.trim() === '' ? '' : parse(text, loose)
    const gives = parsedValue ?? text
    if ((parsedValue !== undefined || !strict) && gives !== value) onChange(gives)
    return { known: parsedValue, gives }
  }
  const change = (e: ChangeEvent<HTMLInputElement>) => {
    const text = e.currentTarget.value
    setDraft({ text, gives: take(text, false).gives, base: value })
  }
  /**
   * Ends typing. A readable text becomes the value and is shown in the usual format; any other text
   * stays as typed.
   */
  const settle = () => {
    if (typing && take(typing.text, true).known !== undefined) setDraft(undefined)
  }
  const keys = (e: KeyboardEvent) => {
    if (e.key === 'Enter') settle()
    if (e.key === 'ArrowDown' && !rest.disabled && !rest.readOnly) {
      e.preventDefault()
      setOpened(true)
    }
  }
  const close = (back: boolean) => {
    setOpened(false)
    if (back) input.current?.focus({ preventScroll: true })
  }
  const misread = isBlurred && shownText.trim() !== '' && parse(shownText) === undefined
  const Icon = kind === 'time' ? IconClock : IconCalendar
  return (
    <TextInput
      placeholder={placeholder}
      autoComplete="off"
      {...rest}
      ref={input}
      value={shownText}
      onChange={change}
      onKeyDown={keys}
      onFocus={(e: FocusEvent<HTMLInputElement>) => {
        setBlurred(false)
        onFocus?.(e)
      }}
      onBlur={(e: FocusEvent<HTMLInputElement>) => {
        setBlurred(true)
        settle()
        onBlur?.(e)
      }}
      error={error ?? (misread && invalid)}
      rightSectionPointerEvents="all"
      rightSection={
        <>
          {/* The Tab key skips the button, to save a key press per field. Arrow down in the field
              opens the calendar as well. */}
          <UnstyledButton
            className={classes.open}
            aria-label={opens}
            aria-haspopup="dialog"
            aria-expanded={opened}
            tabIndex={-1}
            disabled={rest.disabled}
            onPointerEnter={() => void calendarCode().catch(() => {})}
            // Keeps the focus in the field. Also hides the event from the listener for clicks
            // outside, which would close the calendar just before `onClick` toggles it.
            onMouseDown={(e) => {
              e.preventDefault()
              e.stopPropagation()
            }}
            onClick={() => setOpened(!opened)}
          >
            <Icon size={18} aria-hidden />
          </UnstyledButton>
          {opened && (
            <Suspense>
              <LazyCalendar
                kind={kind}
                value={parse(shownText, true) ?? ''}
                min={min}
                max={max}
                pick={(next) => {
                  setDraft(undefined)
                  onChange(next)
                  close(true)
                }}
                close={close}
              />
            </Suspense>
          )}
        </>
      }
    />
  )
}

/** Field for a day; the value is `YYYY-MM-DD`. */
export const DateField = (props: DateFieldProps) => <PickField kind="day" {...props} />
/** Field for a month; the value is `YYYY-MM`. */
export const MonthField = (props: DateFieldProps) => <PickField kind="month" {...props} />
/** Field for a time of day; the value is `HH:mm`. */
export const TimeField = (props: DateFieldProps) => <PickField kind="time" {...props} />
