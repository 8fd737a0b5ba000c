/** A calendar file as a sheet: the days of its events and what they are called. */
import { addDays, validYear } from '#contract/values/tanggal.ts'
import { invalidField } from '#server/errors.ts'
import type { Limits, Sheet, SheetRow } from '#server/import/sheet.ts'

/** Whether a file is a calendar, by its first bytes. */
export const isIcs = (bytes: Buffer): boolean =>
  /^\uFEFF?BEGIN:VCALENDAR/i.test(bytes.subarray(0, 40).toString('utf8'))
/** Longest event: a month. */
const maxDays = 31
/** Longer than a name: a rule of the field says what is wrong. */
const maxNameLength = 5000

/** Lines of a file: ten for each of as many days as any school has written down. */
const maxLines = 100_000
interface Line {
  text: string
  line: number
}
/**
 * The lines of a file, one by one. A long one goes on in the next, which begins with a blank;
 * counted are those of the file.
 */
const linesOf = function* (text: string): Generator<Line> {
  let [open, line]: [Line | undefined, number] = [undefined, 0]
  for (let at = 0; at <= text.length;) {
    const end = text.indexOf('\n', at)
    const next = text.slice(at, end < 0 ? text.length : end).replace(/\r$/, '')
    at = end < 0 ? text.length + 1 : end + 1
    if (++line > maxLines)
      throw invalidField(
        'file',
        `Terlalu banyak baris: maksimal ${maxLines.toLocaleString('id-ID')}. Bagi menjadi beberapa berkas.`,
      )
    if (open && /^[ \t]/.test(next)) open.text += next.slice(1)
    else {
      if (open) yield open
      open = { text: next, line }
    }
  }
  if (open) yield open
}

interface Event {
  line: number
  mulai?: string
  selesai?: string
  nama?: string
}
/**
 * The day of a `DTSTART` or `DTEND`. Throws 422 when there is no such day: what it should be,
 * nobody here knows.
 */
const dayOf = (value: string, line: number): string => {
  const [, tahun, bulan, tanggal] = /^(\d{4})(\d\d)(\d\d)(?!\d)/.exec(value) ?? []
  const day = `${tahun}-${bulan}-${tanggal}`
  const time = tahun === undefined ? NaN : Date.parse(`${day}T00:00:00Z`)
  // A month's 31st day that it has not is the next month's first to a calendar of ours.
  if (
    !validYear.test(day) ||
    Number.isNaN(time) ||
    new Date(time).toISOString().slice(0, 10) !== day
  )
    throw invalidField('file', `Baris ${line}: "${value.slice(0, 30)}" bukan tanggal yang ada`)
  return day
}
const unescapeText = (text: string) =>
  text
    .slice(0, maxNameLength)
    .replace(/\\[nN]/g, ' ')
    .replace(/\\([,;\\])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
/** A row for each day of an event. The end of days is the first day after them. */
const eventRows = ({ line, mulai, selesai, nama = '' }: Event): SheetRow[] => {
  const rows: SheetRow[] = []
  for (let day = mulai; day !== undefined && rows.length < maxDays; day = addDays(day, 1)) {
    if (rows.length > 0 && (selesai === undefined || day >= selesai)) break
    rows.push({
      line,
      cells: new Map([
        [0, day],
        [1, nama],
      ]),
    })
  }
  return rows
}

/** An event with what one of its lines says; lines that say nothing of interest change nothing. */
const withProperty = (event: Event, name: string, value: string, line: number): Event => {
  switch (name) {
    case 'DTSTART':
      return { ...event, mulai: dayOf(value, line) }
    case 'DTEND':
      return { ...event, selesai: dayOf(value, line) }
    case 'SUMMARY':
      return { ...event, nama: unescapeText(value) }
    default:
      return event
  }
}
/** The events of a file, one by one. */
const eventsOf = function* (text: string): Generator<Event> {
  let event: Event | undefined
  for (const { text: content, line } of linesOf(text)) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/i.exec(content) ?? []
    const property = name.toUpperCase()
    const ofEvent = value.toUpperCase() === 'VEVENT'
    if (property === 'BEGIN' && ofEvent) event = { line }
    else if (property === 'END' && ofEvent) {
      if (event) yield event
      event = undefined
    } else if (event) event = withProperty(event, property, value, line)
  }
}

/**
 * Columns `Tanggal` and `Nama`, a row for each day. Throws 422 when there are too many, or one that
 * is none.
 */
export const readIcs = (bytes: Buffer, { rows: maxRows }: Limits): Sheet => {
  const rows: SheetRow[] = [
    {
      line: 1,
      cells: new Map([
        [0, 'Tanggal'],
        [1, 'Nama'],
      ]),
    },
  ]
  for (const event of eventsOf(bytes.toString('utf8'))) {
    rows.push(...eventRows(event))
    if (rows.length > maxRows + 1)
      throw invalidField(
        'file',
        `Terlalu banyak baris: maksimal ${maxRows.toLocaleString('id-ID')}`,
      )
  }
  return { rows, epoch: 0 }
}
