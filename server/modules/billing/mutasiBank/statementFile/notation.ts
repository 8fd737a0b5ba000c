/**
 * Determines the notation of amounts and dates in a file. The notation is proven by cells, only
 * likely, or ambiguous.
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
  /** Decimal sign; undefined if no cell has a point or a comma. */
  sign: StatementMapping['desimal'] | undefined
  /**
   * Cells that prove different decimal signs or, without any proof, suggest different ones; empty
   * without a conflict.
   */
  conflict: Example[]
  example: Example | undefined
}
/**
 * Determines the decimal sign of some columns. A proof in one cell holds for all of the columns.
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
  /** Order of day and month; undefined if the dates are ambiguous. */
  order: DayOrder | undefined
  example: (Example & { dmy: string; mdy: string }) | undefined
}
export interface OrderContext {
  period: Period | undefined
  today: string
  heading: string
}
/**
 * Maximum number of days between the first and the last date of a file. A statement covers about a
 * month, so a longer span means that the order is wrong.
 */
const longestSpan = 45
const spanOf = (days: readonly string[]): number => {
  const sorted = days.toSorted()
  return (Date.parse(sorted.at(-1) ?? '') - Date.parse(sorted[0] ?? '')) / 86_400_000
}
/**
 * Guesses the order of ambiguous dates; undefined if the user must decide. Month first is accepted
 * only if the period of the statement proves it, because the other hints are not sure.
 */
const guessOrder = (
  dmy: readonly string[],
  mdy: readonly string[],
  { period, today, heading }: OrderContext,
): DayOrder | undefined => {
  const isWithin = (days: readonly string[]) =>
    !!period && days.every((d) => d >= period.from && d <= period.to)
  if (isWithin(dmy) !== isWithin(mdy)) return isWithin(dmy) ? 'dmy' : 'mdy'
  // Days of one month, read in the wrong order, become dates of several months. So an order is
  // excluded if its dates span more than `longestSpan` days and those of the other order do not.
  if (new Set(dmy).size >= 3 && new Set(mdy).size >= 3) {
    const [day, month] = [spanOf(dmy) <= longestSpan, spanOf(mdy) <= longestSpan]
    if (day !== month) return day ? 'dmy' : undefined
  }
  const isPast = (days: readonly string[]) => days.every((d) => d <= addDays(today, 1))
  if (isPast(dmy) && !isPast(mdy)) return 'dmy'
  return /\b(tanggal|tgl|waktu|hari)\b/.test(heading) ? 'dmy' : undefined
}
/** Whether a date is ambiguous because day and month could be swapped. */
const isOpen = ({ a, b, month, isYearFirst }: DayParts) =>
  !isYearFirst && month === 0 && a <= 12 && b <= 12 && a !== b

/**
 * Determines the order of day and month in a column. It is proven by a number above 12, by the
 * period of the statement, by today's date, or by the span of the dates. An Indonesian heading
 * implies that the day comes first.
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
  // A number above 12 is found in both positions: some texts are no dates, or the file is
  // inconsistent.
  if (day) return { order: open.length === 0 ? 'dmy' : undefined, example }
  if (open.length === 0) return { order: numeric.length > 0 ? 'dmy' : undefined, example }
  return { order: guessOrder(read('dmy'), read('mdy'), by), example }
}
