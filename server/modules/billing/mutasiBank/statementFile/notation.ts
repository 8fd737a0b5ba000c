/**
 * Determines the decimal sign of the amounts, and the order of day and month in the dates of a
 * file. A cell can prove a notation, can make it likely, or can be ambiguous.
 */
import type { StatementMapping } from '#contract/billing/mutasiBank/mutasiBankCalls.ts'
import { likelyDecimal, provenDecimal, splitAmount } from '#contract/values/amount.ts'
import { addDays } from '#contract/values/tanggal.ts'
import type { SheetRow } from '#server/import/sheets/sheetTypes.ts'
import {
  dayIn,
  dayParts,
  textOf,
  type DayOrder,
  type DayParts,
  type Period,
} from '#server/modules/billing/mutasiBank/statementFile/cellValues.ts'

/** Line number and text of the cell on which a guess is based. */
interface Example {
  baris: number
  teks: string
}
export interface DecimalGuess {
  /** Decimal sign; undefined if no amount has a point or a comma. */
  sign: StatementMapping['desimal'] | undefined
  /**
   * Examples of contradicting decimal signs, one cell for each sign; empty without a contradiction.
   * If at least one cell proves a sign, only proven signs count; otherwise likely signs count.
   */
  conflict: Example[]
  example: Example | undefined
}
/**
 * Determines the decimal sign that several columns have in common. If at least one cell proves a
 * sign, cells that only make a sign likely are ignored.
 */
export const decimalOf = (
  rows: readonly SheetRow[],
  columns: readonly (number | null)[],
): DecimalGuess => {
  const proven = new Map<StatementMapping['desimal'], Example>()
  const likely = new Map<StatementMapping['desimal'], Example>()
  for (const { line, cells } of rows)
    for (const column of columns) {
      const cell = column === null ? undefined : cells.get(column)
      if (typeof cell !== 'string') continue
      const digits = splitAmount(textOf(cell))?.digits
      if (digits === undefined || !/[.,]/.test(digits)) continue
      const example = { baris: line, teks: textOf(cell) }
      const sign = provenDecimal(digits)
      if (sign === undefined) {
        if (!likely.has(likelyDecimal(digits))) likely.set(likelyDecimal(digits), example)
      } else if (!proven.has(sign)) proven.set(sign, example)
    }
  const of = proven.size > 0 ? proven : likely
  const [first] = of
  return {
    sign: first?.[0],
    conflict: of.size > 1 ? [...of.values()] : [],
    example: first?.[1],
  }
}

export interface OrderGuess {
  /** Order of day and month; undefined if it could not be determined. */
  order: DayOrder | undefined
  example: (Example & { dmy: string; mdy: string }) | undefined
}
export interface OrderContext {
  period: Period | undefined
  today: string
  heading: string
}
/**
 * Maximum number of days between the first and the last date of a file. A statement usually covers
 * one month. A longer span therefore indicates that day and month are read in the wrong order.
 */
const longestSpan = 45
const spanOf = (days: readonly string[]): number => {
  const sorted = days.toSorted()
  return (Date.parse(sorted.at(-1) ?? '') - Date.parse(sorted[0] ?? '')) / 86_400_000
}
/**
 * Guesses the order of ambiguous dates; undefined if the user must decide. Month first (`mdy`) is
 * returned only if the period of the statement proves it, because the other hints are not reliable
 * enough for this order.
 */
const guessOrder = (
  dmy: readonly string[],
  mdy: readonly string[],
  { period, today, heading }: OrderContext,
): DayOrder | undefined => {
  const isWithin = (days: readonly string[]) =>
    !!period && days.every((d) => d >= period.from && d <= period.to)
  if (isWithin(dmy) !== isWithin(mdy)) return isWithin(dmy) ? 'dmy' : 'mdy'
  // In the wrong order, the dates of one month are spread over several months. If the dates span at
  // most `longestSpan` days in only one order, that order is right. If it is month first, the user
  // must decide.
  if (new Set(dmy).size >= 3 && new Set(mdy).size >= 3) {
    const [day, month] = [spanOf(dmy) <= longestSpan, spanOf(mdy) <= longestSpan]
    if (day !== month) return day ? 'dmy' : undefined
  }
  const isPast = (days: readonly string[]) => days.every((d) => d <= addDays(today, 1))
  if (isPast(dmy) && !isPast(mdy)) return 'dmy'
  return /\b(tanggal|tgl|waktu|hari)\b/.test(heading) ? 'dmy' : undefined
}
/** Whether a date is valid with day first and with month first, and the two dates differ. */
const isOpen = ({ a, b, month, isYearFirst }: DayParts) =>
  !isYearFirst && month === 0 && a <= 12 && b <= 12 && a !== b

/**
 * Determines the order of day and month in a column. A number above 12 is a day and decides the
 * order. If there is none, the period of the statement, the span of the dates or today's date
 * decides. Without these hints, an Indonesian heading means day first.
 */
export const dayOrderOf = (
  rows: readonly SheetRow[],
  column: number,
  by: OrderContext,
): OrderGuess => {
  const dayCells = rows.flatMap(({ line, cells }) => {
    const teks = textOf(cells.get(column))
    const parts = typeof cells.get(column) === 'string' ? dayParts(teks) : undefined
    return parts ? [{ baris: line, teks, parts }] : []
  })
  if (dayCells.some(({ parts }) => parts.isYearFirst)) return { order: 'ymd', example: undefined }
  const numeric = dayCells.filter(({ parts }) => parts.month === 0)
  const [day, month] = [
    numeric.some(({ parts }) => parts.a > 12),
    numeric.some(({ parts }) => parts.b > 12),
  ]
  const open = numeric.filter(({ parts }) => isOpen(parts))
  const read = (order: DayOrder) =>
    open.flatMap(({ parts }) => dayIn(parts, order, by.period) ?? [])
  const [first] = open
  const example = first && {
    baris: first.baris,
    teks: first.teks,
    dmy: dayIn(first.parts, 'dmy', by.period) ?? '',
    mdy: dayIn(first.parts, 'mdy', by.period) ?? '',
  }
  if (day !== month) return { order: day ? 'dmy' : 'mdy', example }
  // Numbers above 12 occur both in the first and in the second position. Either some texts are no
  // dates, or the file mixes both orders.
  if (day) return { order: open.length === 0 ? 'dmy' : undefined, example }
  if (open.length === 0) return { order: numeric.length > 0 ? 'dmy' : undefined, example }
  return { order: guessOrder(read('dmy'), read('mdy'), by), example }
}
