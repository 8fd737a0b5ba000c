/**
 * Reads a calendar file as a sheet with a row for each day of each event. A row contains the day
 * and the name of the event.
 */
import ICAL from 'ical.js'
import { addDays, currentDay, validYear } from '#contract/values/tanggal.ts'
import { HttpError, invalidField } from '#server/errors.ts'
import { decode } from '#server/import/sheets/csvText.ts'
import type { Limits, Sheet, SheetRow } from '#server/import/sheets/sheetTypes.ts'

/** Whether a file is a calendar, according to its first bytes. */
export const isIcs = (bytes: Buffer): boolean =>
  /^\uFEFF?BEGIN:VCALENDAR/i.test(bytes.subarray(0, 40).toString('utf8'))

/** Maximum number of lines of a file, enough for 10,000 events of ten lines each. */
const maxLines = 100_000
/**
 * Maximum number of occurrences computed for all recurring events of a file together, including
 * occurrences before this year. An event repeated daily since 1970 has about 20,000 occurrences.
 */
const maxSteps = 50_000
/**
 * Number of characters after which names are cut off. It exceeds the limit of the name field, so
 * that the validation of the field still rejects a name that is too long.
 */
const maxNameLength = 5000
/** Number of calendar years for which recurring events are read, including the current year. */
const yearsAhead = 2

const refuse = (message: string) => invalidField('file', message)
const count = (n: number) => n.toLocaleString('id-ID')
const broken = () => refuse('Berkas kalender tidak dapat dibaca. Ekspor lagi dari kalendernya.')

interface Line {
  text: string
  line: number
}
/**
 * Yields the lines of a file with their line numbers. A long line continues on the next line, which
 * then begins with a space or tab. The line break may split the bytes of a character, so the bytes
 * are joined before decoding.
 */
const linesOf = function* (bytes: Buffer): Generator<Line> {
  const text = bytes.toString('latin1')
  let [open, line]: [Line | undefined, number] = [undefined, 0]
  for (let offset = 0; offset <= text.length;) {
    const end = text.indexOf('\n', offset)
    const next = text.slice(offset, end < 0 ? text.length : end).replace(/\r$/, '')
    offset = end < 0 ? text.length + 1 : end + 1
    if (++line > maxLines)
      throw refuse(
        `Terlalu banyak baris: maksimal ${count(maxLines)}. Bagi menjadi beberapa berkas.`,
      )
    if (open && /^[ \t]/.test(next)) open.text += next.slice(1)
    else {
      if (open) yield open
      open = { text: next, line }
    }
  }
  if (open) yield open
}

/**
 * Throws 422 for a line with a start or end date that does not exist. The calendar library would
 * read 31 February as 3 March.
 */
const checkDay = ({ text, line }: Line): void => {
  const value = /^(?:DTSTART|DTEND)(?:;(?:"[^"]*"|[^":])*)?:(.*)$/is.exec(text)?.[1]
  if (value === undefined) return
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)(?!\d)/.exec(value) ?? []
  const day = `${year}-${month}-${date}`
  const time = year === undefined ? NaN : Date.parse(`${day}T00:00:00Z`)
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day
  if (!isDay || !validYear.test(day))
    throw refuse(`Baris ${line}: "${value.slice(0, 30)}" bukan tanggal yang ada`)
}

interface Content {
  text: string
  /** Line number of the start of each event, in the order of the file. */
  eventLines: number[]
}
/**
 * Returns the text of a file with its continued lines joined, and the line numbers of its events.
 */
const contentOf = (bytes: Buffer): Content => {
  const [texts, eventLines, open]: [string[], number[], string[]] = [[], [], []]
  for (const line of linesOf(bytes)) {
    const [, mark, name] = /^(BEGIN|END):(\w+)/i.exec(line.text.toUpperCase()) ?? []
    if (mark === 'BEGIN' && name) {
      open.push(name)
      if (name === 'VEVENT') eventLines.push(line.line)
    } else if (mark === 'END') open.pop()
    else if (open.at(-1) === 'VEVENT') checkDay(line)
    texts.push(line.text)
  }
  const text = decode(Buffer.from(texts.join('\r\n'), 'latin1'))
  return { text: text.replace(/^\uFEFF/, '').trim(), eventLines }
}

/** Time zone in which instants are converted to days. */
type Zone = string
/**
 * Returns the day of a date or time. A date, or a time without a zone, keeps its written day; any
 * other time is converted to `zone`. With `secondsBefore`, returns the day of the moment that is
 * this number of seconds earlier. With 1 second, an exclusive end at midnight thus gives the last
 * day of the event.
 */
const dayOf = (time: ICAL.Time, zone: Zone, secondsBefore = 0): string => {
  if (time.isDate || time.zone === ICAL.Timezone.localTimezone) {
    const day = time.toString().slice(0, 10)
    const isMidnight = time.isDate || time.hour + time.minute + time.second === 0
    return secondsBefore > 0 && isMidnight ? addDays(day, -1) : day
  }
  return currentDay(zone, new Date((time.toUnixTime() - secondsBefore) * 1000))
}

const isCancelled = ({ component }: ICAL.Event): boolean =>
  String(component.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED'
const nameOf = ({ summary }: ICAL.Event): string =>
  // The types of the library promise a text, but an event without a name has null.
  String((summary as string | null) ?? '')
    .slice(0, maxNameLength)
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Returns a function that counts the computed occurrences of the recurring events in one file. The
 * caller must call the function for each occurrence. The function throws 422 when it is called more
 * than `maxSteps` times.
 */
const makeSteps = () => {
  let steps = 0
  return () => {
    if (++steps > maxSteps)
      throw refuse('Kalender memuat acara yang berulang terlalu sering. Hapus acara itu dahulu.')
  }
}
type Occurrence = Pick<
  ReturnType<ICAL.Event['getOccurrenceDetails']>,
  'item' | 'startDate' | 'endDate'
>
/**
 * Yields the occurrences of an event: the event itself if it does not recur, otherwise its
 * occurrences in this and the next year.
 */
const occurrencesOf = function* (event: ICAL.Event, step: () => void): Generator<Occurrence> {
  if (!event.isRecurring()) {
    yield { item: event, startDate: event.startDate, endDate: event.endDate }
    return
  }
  const year = Number(currentDay().slice(0, 4))
  const times = event.iterator()
  for (let time = times.next(); time; time = times.next()) {
    step()
    if (time.year >= year + yearsAhead) return
    if (time.year >= year) yield event.getOccurrenceDetails(time)
  }
}

/**
 * Returns the events of a calendar with their index in the calendar. A recurring event includes the
 * exceptions that replace some of its occurrences.
 */
const eventsOf = (calendar: ICAL.Component): { event: ICAL.Event; index: number }[] => {
  const components = calendar.getAllSubcomponents('vevent')
  const exceptions = Map.groupBy(
    components.filter((component) => component.hasProperty('recurrence-id')),
    (component) => component.getFirstPropertyValue('uid'),
  )
  return components.flatMap((component, index) => {
    if (component.hasProperty('recurrence-id') || !component.hasProperty('dtstart')) return []
    const related = exceptions.get(component.getFirstPropertyValue('uid')) ?? []
    return [{ event: new ICAL.Event(component, { exceptions: related }), index }]
  })
}

const head: SheetRow = {
  line: 1,
  cells: new Map([
    [0, 'Tanggal'],
    [1, 'Nama'],
  ]),
}
/**
 * Yields a row for each day of each event that is not cancelled. `first` is the number of events in
 * the previous calendars of the file. `eventLines` contains the line numbers of all events of the
 * file, so the event with index `i` in this calendar begins at line `eventLines[first + i]`.
 */
const rowsOf = function* (
  calendar: ICAL.Component,
  {
    eventLines,
    first,
    zone,
    step,
  }: { eventLines: readonly number[]; first: number; zone: Zone; step: () => void },
): Generator<SheetRow> {
  for (const { event, index } of eventsOf(calendar))
    for (const { item, startDate, endDate } of occurrencesOf(event, step)) {
      if (isCancelled(item)) continue
      const start = dayOf(startDate, zone)
      const last = dayOf(endDate, zone, 1)
      const line = eventLines[first + index] ?? 1
      let day = start
      do {
        yield {
          line,
          cells: new Map([
            [0, day],
            [1, nameOf(item)],
          ]),
        }
        day = addDays(day, 1)
      } while (day <= last)
    }
}

/** Returns the calendars of a file. Throws an error when the text is no calendar. */
const calendarsOf = (text: string): ICAL.Component[] => {
  const parsed: unknown[] = ICAL.parse(text)
  const several = Array.isArray(parsed[0]) ? (parsed as unknown[][]) : [parsed]
  return several.map((calendar) => new ICAL.Component(calendar))
}

/**
 * Reads a calendar to a sheet with the columns `Tanggal` and `Nama` and a row for each day. Reads
 * recurring events from the first day of this year to the last day of next year; skips cancelled
 * events. Times are converted to days in `zone`. Throws 422 for too many rows or a day that does
 * not exist.
 */
export const readIcs = (bytes: Buffer, { rows: maxRows }: Limits, zone: Zone): Sheet => {
  const rows = [head]
  const { text, eventLines } = contentOf(bytes)
  const step = makeSteps()
  let first = 0
  try {
    for (const calendar of calendarsOf(text)) {
      for (const row of rowsOf(calendar, { eventLines, first, zone, step })) {
        rows.push(row)
        if (rows.length > maxRows + 1)
          throw refuse(`Terlalu banyak baris: maksimal ${count(maxRows)}`)
      }
      first += calendar.getAllSubcomponents('vevent').length
    }
  } catch (error) {
    // The library throws errors of several types for lines that it cannot parse.
    throw error instanceof HttpError ? error : broken()
  }
  return { rows, epoch: 0 }
}
