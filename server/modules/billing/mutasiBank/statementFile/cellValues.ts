/** Parses the dates and amounts in the cells of a statement file. */
import type { StatementMapping } from '#contract/billing/mutasiBank/mutasiBankCalls.ts'
import { maxRupiah } from '#contract/fields.ts'
import { likelyDecimal, senOf, splitAmount, type Direction } from '#contract/values/amount.ts'
import { monthOfWord } from '#contract/values/tanggal.ts'
import type { Cell, SheetRow } from '#server/import/sheets/sheetTypes.ts'
import { shownText } from '#server/import/sheets/xlsxFormats.ts'

/** Value of a cell, or the problem that prevents it from being read. */
export type Read<T> = { value: T } | { problem: string }

/**
 * Returns the text of a cell with single spaces. Removes apostrophes at the beginning, which banks
 * add to preserve leading zeros.
 */
export const textOf = (cell: Cell | undefined): string =>
  String(cell ?? '')
    .replace(/^'+/, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the text of a cell as a spreadsheet shows it. */
export const shownIn = ({ cells, formats }: SheetRow, column: number, epoch: number): string =>
  textOf(shownText(cells.get(column) ?? '', formats?.get(column), epoch))

const pad = (n: number) => String(n).padStart(2, '0')
/**
 * Returns a date as `YYYY-MM-DD`; undefined if the date does not exist or is before 1990 or after
 * 2099. A year below 100 is in the 21st century.
 */
const dayFrom = (year: number, month: number, day: number): string | undefined => {
  const full = year < 100 ? 2000 + year : year
  const date = new Date(Date.UTC(full, month - 1, day))
  return full >= 1990 &&
    full <= 2099 &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day
    ? `${full}-${pad(month)}-${pad(day)}`
    : undefined
}
/**
 * Period of a statement. The year of a date that is written without a year is taken from the
 * period.
 */
export interface Period {
  from: string
  to: string
}
const yearIn = (period: Period | undefined, month: number): number | undefined => {
  if (!period) return undefined
  const [first, last] = [Number(period.from.slice(0, 4)), Number(period.to.slice(0, 4))]
  // Example: in the period November 2025 to February 2026, the months 11 and 12 belong to 2025, and
  // the months 1 and 2 to 2026.
  return first === last || month >= Number(period.from.slice(5, 7)) ? first : last
}

export type DayOrder = StatementMapping['urutan_tanggal']
interface DayReading {
  epoch: number
  order: DayOrder
  period: Period | undefined
}
/**
 * Numbers of a written date. If `isYearFirst` is set, `a` is the year, `b` the month and `year` the
 * day. Otherwise, if `month` is not 0, `a` is the day and `b` the month. Otherwise `a` and `b` are
 * day and month in an order that the text does not show.
 */
export interface DayParts {
  a: number
  b: number
  /** Month number 1–12 if the month is spelled as a word; 0 if it is written in digits. */
  month: number
  year: number | undefined
  isYearFirst: boolean
}
const numericDay = /^(\d{1,4})([./-])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?!\d)/
const spacedDay = /^(\d{1,2}) (\d{1,2}) (\d{4})(?!\d)/
const wordedDay = /^(\d{1,2})[ ./-]?([A-Za-z]{3,12})\.?(?:[ ./,-]{0,2}(\d{4}|\d{2}))?(?![\d:])/
const monthFirstDay = /^([A-Za-z]{3,12})\.?[ ./-](\d{1,2})(?:[ ./,-]{1,2}(\d{4}|\d{2}))?(?![\d:])/
const yearOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))
const worded = (day: string, word: string, year: string | undefined): DayParts | undefined => {
  const month = monthOfWord(word)
  return month === 0
    ? undefined
    : { a: Number(day), b: month, month, year: yearOf(year), isYearFirst: false }
}
const joinedDay = (text: string): DayParts | undefined => {
  if (!/^\d{8}$/.test(text)) return undefined
  const [first, second, third] = [text.slice(0, 4), text.slice(4, 6), text.slice(6)]
  if (dayFrom(Number(first), Number(second), Number(third)))
    return { a: Number(first), b: Number(second), month: 0, year: Number(third), isYearFirst: true }
  // Reads the digits as day, month and year, for example `24112026`, because the digits are no
  // valid date in the order year, month, day.
  const [day, month] = [Number(text.slice(0, 2)), Number(text.slice(2, 4))]
  return { a: day, b: month, month: 0, year: Number(text.slice(4)), isYearFirst: false }
}
/** Returns the numbers of a written date; undefined if the text is no date. */
export const dayParts = (written: string): DayParts | undefined => {
  const text = written.slice(0, 60).replace(/^[A-Za-z]{3,9}\.?,? (?=\d)/, (word) =>
    // Removes the name of a weekday but keeps the name of a month.
    monthOfWord(word.replace(/\W/g, '')) > 0 ? word : '',
  )
  const compact = joinedDay(text)
  if (compact) return compact
  const word = wordedDay.exec(text)
  if (word) return worded(word[1] ?? '', word[2] ?? '', word[3])
  const first = monthFirstDay.exec(text)
  if (first) return worded(first[2] ?? '', first[1] ?? '', first[3])
  const spaced = spacedDay.exec(text)
  const [, a, b, c] = spaced ?? (numericDay.exec(text) ?? []).filter((_, i) => i !== 2)
  if (a === undefined || b === undefined || a.length === 3) return undefined
  const isYearFirst = a.length === 4
  return isYearFirst && c === undefined
    ? undefined
    : { a: Number(a), b: Number(b), month: 0, year: yearOf(c), isYearFirst }
}
/**
 * Returns the date that the numbers give in the given order of day and month. Undefined if the date
 * does not exist or its year is unknown.
 */
export const dayIn = (
  { a, b, month, year, isYearFirst }: DayParts,
  order: DayOrder,
  period: Period | undefined,
): string | undefined => {
  if (isYearFirst) return dayFrom(a, b, year ?? 0)
  const [day, of] = month === 0 && order === 'mdy' ? [b, a] : [a, b]
  const full = year ?? yearIn(period, of)
  return full === undefined ? undefined : dayFrom(full, of, day)
}
/** Whether a cell is a spreadsheet date: a number of days in a plausible range. */
const isDayNumber = (cell: Cell | undefined): cell is number =>
  typeof cell === 'number' && cell > 20_000 && cell < 80_000
const dayOfNumber = (cell: number, epoch: number): string =>
  new Date((Math.floor(cell) + epoch) * 86_400_000).toISOString().slice(0, 10)
/**
 * Returns the date of a cell, or a problem. The cell is a spreadsheet date (a number of days), or a
 * text with or without a time.
 */
export const readDay = (cell: Cell | undefined, reading: DayReading): Read<string> => {
  if (isDayNumber(cell)) return { value: dayOfNumber(cell, reading.epoch) }
  const text = textOf(cell)
  if (/^pend/i.test(text)) return { problem: 'Belum dibukukan bank (PEND)' }
  const parts = dayParts(text)
  const day = parts && dayIn(parts, reading.order, reading.period)
  if (day) return { value: day }
  return parts?.year === undefined && parts && !reading.period
    ? { problem: `Tahun tidak tertulis: ${text.slice(0, 30)}` }
    : { problem: `Tanggal tidak terbaca: ${text.slice(0, 30) || 'kosong'}` }
}

/**
 * Amount of a cell in whole rupiah without sign. `sign` is the direction of its plus or minus sign,
 * and `mark` is the direction of a word in the cell such as `CR`; 0 means that there is none.
 */
export interface CellAmount {
  rupiah: number
  sign: Direction
  mark: Direction
}
const tooLarge = (text: string) => ({ problem: `Jumlah terlalu besar: ${text.slice(0, 40)}` })
const notWhole = (text: string) => ({
  problem: `Bukan rupiah bulat: ${text}. Baris ini tidak dapat menjadi pembayaran.`,
})
const unreadable = (text: string) => ({
  problem: `Jumlah tidak terbaca: ${text.slice(0, 40)}. Periksa pemisah desimalnya.`,
})
/**
 * Reads a number of a spreadsheet as an amount. A deviation below 0.00005 from a whole number is
 * ignored, because it is a floating-point error.
 */
const readNumber = (n: number): Read<CellAmount> => {
  const text = n.toLocaleString('id-ID', { maximumFractionDigits: 10 })
  if (Math.abs(n) > maxRupiah) return tooLarge(text)
  const whole = Math.round(n)
  return Math.abs(n - whole) < 0.00005
    ? { value: { rupiah: Math.abs(whole), sign: n < 0 ? -1 : 0, mark: 0 } }
    : notWhole(text)
}
/**
 * Returns the amount of a cell (contract/values/amount.ts); null for an empty cell. Returns a
 * problem if the content is no valid amount.
 */
export const readAmount = (
  cell: Cell | undefined,
  desimal: StatementMapping['desimal'],
): Read<CellAmount | null> => {
  if (typeof cell === 'number') return readNumber(cell)
  const text = textOf(cell)
  if (text === '' || /^(rp\.? ?)?[-–—−]+$/i.test(text)) return { value: null }
  const amount = splitAmount(text)
  const read = amount && senOf(amount.digits, desimal)
  // Rejects an amount such as `350.000` as unreadable if the decimal sign is the point. Amounts in
  // rupiah never have three decimals, so the point is likely a thousands separator.
  const isThousand = read?.decimals === 3 && likelyDecimal(amount?.digits ?? '') !== desimal
  if (!read || isThousand) return unreadable(text)
  if (read.sen % 100n !== 0n) return notWhole(text)
  if (read.sen / 100n > BigInt(maxRupiah)) return tooLarge(text)
  return {
    value: { rupiah: Number(read.sen / 100n), sign: amount.sign, mark: amount.mark },
  }
}

/** Returns the balance of a cell in hundredths of a rupiah; null if the cell has none. */
export const readBalance = (
  cell: Cell | undefined,
  desimal: StatementMapping['desimal'],
): bigint | null => {
  if (typeof cell === 'number') return BigInt(Math.round(cell * 100))
  const amount = splitAmount(textOf(cell))
  const sen = amount && senOf(amount.digits, desimal)?.sen
  if (sen === undefined) return null
  return amount?.sign === -1 || amount?.mark === -1 ? -sen : sen
}
