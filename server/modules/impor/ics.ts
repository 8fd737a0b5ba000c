/** A calendar file as a sheet: the days of its events and what they are called. */
import { addDays, tahunSah } from '#contract/rules/tanggal.ts'
import { invalidField } from '#server/errors.ts'
import type { Limits, Sheet, SheetRow } from '#server/http/sheet.ts'

/** Whether a file is a calendar, by its first bytes. */
export const isIcs = (bytes: Buffer): boolean =>
  /^\uFEFF?BEGIN:VCALENDAR/i.test(bytes.subarray(0, 40).toString('utf8'))
/** Longest event: a month. */
const maksHari = 31
/** Longer than a name: a rule of the field says what is wrong. */
const maksNama = 5000

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
    line++
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
const hari = (value: string, line: number): string => {
  const [, tahun, bulan, tanggal] = /^(\d{4})(\d\d)(\d\d)(?!\d)/.exec(value) ?? []
  const day = `${tahun}-${bulan}-${tanggal}`
  const time = tahun === undefined ? NaN : Date.parse(`${day}T00:00:00Z`)
  // A month's 31st day that it has not is the next month's first to a calendar of ours.
  if (
    !tahunSah.test(day) ||
    Number.isNaN(time) ||
    new Date(time).toISOString().slice(0, 10) !== day
  )
    throw invalidField('file', `Baris ${line}: "${value.slice(0, 30)}" bukan tanggal yang ada`)
  return day
}
const lepas = (text: string) =>
  text
    .slice(0, maksNama)
    .replace(/\\[nN]/g, ' ')
    .replace(/\\([,;\\])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
/** A row for each day of an event. The end of days is the first day after them. */
const barisAcara = ({ line, mulai, selesai, nama = '' }: Event): SheetRow[] => {
  const rows: SheetRow[] = []
  for (let day = mulai; day !== undefined && rows.length < maksHari; day = addDays(day, 1)) {
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

/**
 * Columns `Tanggal` and `Nama`, a row for each day. Throws 422 when there are too many, or one that
 * is none.
 */
export const readIcs = (bytes: Buffer, { rows: maks }: Limits): Sheet => {
  const rows: SheetRow[] = [
    {
      line: 1,
      cells: new Map([
        [0, 'Tanggal'],
        [1, 'Nama'],
      ]),
    },
  ]
  let event: Event | undefined
  for (const { text, line } of linesOf(bytes.toString('utf8'))) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/i.exec(text) ?? []
    if (/^BEGIN$/i.test(name) && /^VEVENT$/i.test(value)) event = { line }
    else if (event && /^DTSTART$/i.test(name)) event.mulai = hari(value, line)
    else if (event && /^DTEND$/i.test(name)) event.selesai = hari(value, line)
    else if (event && /^SUMMARY$/i.test(name)) event.nama = lepas(value)
    else if (event && /^END$/i.test(name) && /^VEVENT$/i.test(value)) {
      rows.push(...barisAcara(event))
      event = undefined
      if (rows.length > maks + 1)
        throw invalidField('file', `Terlalu banyak baris: maksimal ${maks.toLocaleString('id-ID')}`)
    }
  }
  return { rows, epoch: 0 }
}
