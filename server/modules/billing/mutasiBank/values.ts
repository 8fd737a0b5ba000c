/** Days and amounts as banks write them. */
import type { StatementMapping } from '#contract/billing/mutasiBankCalls.ts'
import { maxRupiah } from '#contract/fields.ts'
import { monthNames, shortMonthNames } from '#contract/values/tanggal.ts'
import type { Cell } from '#server/import/sheet.ts'

/** What a cell says, or why it says nothing. */
export type Read<T> = { value: T } | { problem: string }

/** The text of a cell without what a bank puts before it to keep its noughts. */
export const textOf = (cell: Cell | undefined): string =>
  String(cell ?? '')
    .replace(/^'+/, '')
    .replace(/\s+/g, ' ')
    .trim()

/** English and other ways to write a month, beside our own. */
const otherMonths = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
]
const monthOf = (word: string): number => {
  const short = word.toLowerCase().slice(0, 3)
  const of = (names: readonly string[]) =>
    names.findIndex((name) => name.toLowerCase().slice(0, 3) === short)
  const own = of(monthNames)
  return (own >= 0 ? own : Math.max(of(shortMonthNames), otherMonths.indexOf(short))) + 1
}
const pad = (n: number) => String(n).padStart(2, '0')
/** A day that exists; undefined otherwise. */
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
/** The months of a statement, from which a day without a year gets one. */
export interface Period {
  from: string
  to: string
}
const yearIn = (period: Period | undefined, month: number): number | undefined => {
  if (!period) return undefined
  const [first, last] = [Number(period.from.slice(0, 4)), Number(period.to.slice(0, 4))]
  // A statement over New Year: its later months are of the first year.
  return first === last || month >= Number(period.from.slice(5, 7)) ? first : last
}

interface DayReading {
  epoch: number
  order: StatementMapping['urutan_tanggal']
  period: Period | undefined
}
/** Day, month and year of a text, as they stand; undefined where it is no day. */
const dayParts = (text: string): readonly (string | undefined)[] | undefined =>
  (
    /^(20\d\d)(\d\d)(\d\d)$/.exec(text) ??
    /^(\w+)[\s./-]+(\w+)(?:[\s./-]+(\d{2,4}))?(?!\d)/.exec(text)
  )?.slice(1)
/** A day of a spreadsheet, as its number: of years that a statement may be of. */
const isDayNumber = (cell: Cell | undefined): cell is number =>
  typeof cell === 'number' && cell > 20_000 && cell < 80_000
const dayOfNumber = (cell: number, epoch: number): string =>
  new Date((Math.floor(cell) + epoch) * 86_400_000).toISOString().slice(0, 10)
const yearFirst = (parts: readonly (string | undefined)[]): string | undefined => {
  const [year = 0, month = 0, day = 0] = parts.map(Number)
  return year > 2000 ? dayFrom(year, month, day) : undefined
}
/** A day that is written with its year last, or without one. */
const yearLast = (
  [a = '', b = '', c]: readonly (string | undefined)[],
  { order, period }: DayReading,
): string | undefined => {
  const [dayText, monthText] = order === 'mdy' && /^\d+$/.test(b) ? [b, a] : [a, b]
  const month = /^\d+$/.test(monthText) ? Number(monthText) : monthOf(monthText)
  const year = c === undefined ? yearIn(period, month) : Number(c)
  return year === undefined ? undefined : dayFrom(year, month, Number(dayText))
}
/** The day of a cell: a spreadsheet's number, or a text with or without a time behind it. */
export const readDay = (cell: Cell | undefined, reading: DayReading): Read<string> => {
  if (isDayNumber(cell)) return { value: dayOfNumber(cell, reading.epoch) }
  const text = textOf(cell)
  if (/^pend/i.test(text)) return { problem: 'Belum dibukukan bank (PEND)' }
  const parts = dayParts(text)
  const day = parts && (yearFirst(parts) ?? yearLast(parts, reading))
  if (day) return { value: day }
  return parts && parts[2] === undefined && !reading.period
    ? { problem: `Tahun tidak tertulis: ${text.slice(0, 30)}` }
    : { problem: `Tanggal tidak terbaca: ${text.slice(0, 30) || 'kosong'}` }
}

/** `DB`, `CR` and the like: −1 out, 1 in, 0 neither. */
export const signOf = (text: string): number => {
  const mark = text
    .trim()
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
  if (/^(D|DB|DR|DEBIT|DEBET|KELUAR)$/.test(mark)) return -1
  return /^(K|C|CR|KR|KREDIT|CREDIT|MASUK)$/.test(mark) ? 1 : 0
}
/** Thousands told apart by a point or a comma. */
const grouped = { '.': /^\d{1,3}(\.\d{3})+$/, ',': /^\d{1,3}(,\d{3})+$/ } as const
/** Hundredths of a rupiah of a text, as the decimal sign says; undefined where it is no amount. */
const senOf = (digits: string, decimal: string): bigint | undefined => {
  const group = decimal === ',' ? '.' : ','
  const [whole = '', fraction = '', ...more] = digits.split(decimal)
  const isGrouped = grouped[group].test(whole)
  const isPlain = /^\d+$/.test(whole) || (whole === '' && fraction !== '')
  if (more.length > 0 || !/^\d*$/.test(fraction) || !(isGrouped || isPlain)) return undefined
  const sen = fraction.padEnd(2, '0')
  // Of what is smaller than a hundredth nothing but noughts.
  if (/[1-9]/.test(sen.slice(2))) return undefined
  return BigInt(whole.replaceAll(group, '') || 0) * 100n + BigInt(sen.slice(0, 2))
}
const tooLarge = (text: string) => ({ problem: `Jumlah terlalu besar: ${text.slice(0, 40)}` })
const notWhole = (text: string) => ({
  problem: `Bukan rupiah bulat: ${text}. Baris ini tidak dapat menjadi pembayaran.`,
})
const rupiahOf = (sen: bigint, text: string): Read<number> => {
  if (sen % 100n !== 0n) return notWhole(text)
  return sen / 100n > BigInt(maxRupiah) ? tooLarge(text) : { value: Number(sen / 100n) }
}
const unreadable = (text: string) => ({
  problem: `Jumlah tidak terbaca: ${text.slice(0, 40)}. Periksa pemisah desimalnya.`,
})
/** A spreadsheet's number is true to a ten-thousandth: beyond that it is how it computes. */
const readNumber = (n: number): Read<number> => {
  const text = n.toLocaleString('id-ID', { maximumFractionDigits: 10 })
  if (Math.abs(n) > maxRupiah) return tooLarge(text)
  const whole = Math.round(n)
  return Math.abs(n - whole) < 0.00005 ? { value: whole } : notWhole(text)
}
/** Longer texts are no amounts. */
const longestAmount = 60
/**
 * An amount with what stands around it: digits from the first to the last that only points and
 * commas part. Undefined where there is none, or the text is too long for one.
 */
const amountIn = (text: string): { before: string; digits: string; after: string } | undefined => {
  const first = text.search(/\d/)
  if (first < 0 || text.length > longestAmount) return undefined
  const run = /^[\d.,]+/.exec(text.slice(first))?.[0] ?? ''
  let end = run.length
  while (run[end - 1] === '.' || run[end - 1] === ',') end--
  return {
    before: text.slice(0, first),
    digits: run.slice(0, end),
    after: text.slice(first + end),
  }
}

/**
 * The amount of a cell in whole rupiah: what came in is more than nothing, what went out less, by
 * its sign or mark (`350.000,00 CR`, `(350,000.00)`, `-350000`); null where the cell is empty.
 */
export const readAmount = (
  cell: Cell | undefined,
  desimal: StatementMapping['desimal'],
): Read<number | null> => {
  if (typeof cell === 'number') return readNumber(cell)
  const text = textOf(cell)
  if (text === '' || /^[-–]+$/.test(text)) return { value: null }
  if (text.length > longestAmount) return unreadable(text)
  const amount = amountIn(text.replace(/(\d)\s(?=\d)/g, '$1'))
  if (!amount || /\d/.test(amount.after)) return unreadable(text)
  const sen = senOf(amount.digits, desimal === 'koma' ? ',' : '.')
  if (sen === undefined) return unreadable(text)
  const whole = rupiahOf(sen, text)
  return 'problem' in whole
    ? whole
    : { value: signAround(amount.before, amount.after) * whole.value }
}
/** What stands before and behind an amount says whether it went out. */
const signAround = (before: string, after: string): number => {
  const isNegative = /[-–(]/.test(before) || after.trim().endsWith('-')
  return signOf(after) || signOf(before.replace(/rp|idr/i, '')) || (isNegative ? -1 : 1)
}

/** The balance of a cell in hundredths of a rupiah, as a text; null where it is none. */
export const readBalance = (
  cell: Cell | undefined,
  desimal: StatementMapping['desimal'],
): string | null => {
  if (typeof cell === 'number') return String(Math.round(cell * 100))
  const text = textOf(cell)
  const amount = amountIn(text)
  const sen = amount && senOf(amount.digits, desimal === 'koma' ? ',' : '.')
  if (sen === undefined) return null
  return `${/[-–(]/.test(amount?.before ?? '') ? '-' : ''}${sen}`
}
