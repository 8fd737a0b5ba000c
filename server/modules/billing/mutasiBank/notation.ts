/** How a file writes its amounts and days: proven by its cells, likely, or for a person to say. */
import type { StatementMapping } from '#contract/billing/mutasiBankCalls.ts'
import { likelyDecimal, provenDecimal, splitAmount } from '#contract/values/amount.ts'
import { addDays } from '#contract/values/tanggal.ts'
import type { SheetRow } from '#server/import/sheetTypes.ts'
import {
  dayIn,
  dayParts,
  textOf,
  type DayOrder,
  type DayParts,
  type Period,
} from '#server/modules/billing/mutasiBank/values.ts'

/** A cell that an opinion rests on. */
interface Example {
  baris: number
  teks: string
}
export interface DecimalGuess {
  /** Undefined where no cell has a point or a comma. */
  sign: StatementMapping['desimal'] | undefined
  /** Both signs are proven, each by a cell. */
  conflict: Example[]
  example: Example | undefined
}
/** The decimal sign of some columns: what one cell proves holds for all of them. */
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
  /** Undefined where the days may be read in two ways. */
  order: DayOrder | undefined
  example: (Example & { dmy: string; mdy: string }) | undefined
}
export interface OrderContext {
  period: Period | undefined
  today: string
  heading: string
}
/** A statement is of about a month: days that spread further are read in the wrong order. */
const longestSpan = 45
const spanOf = (days: readonly string[]): number => {
  const sorted = days.toSorted()
  return (Date.parse(sorted.at(-1) ?? '') - Date.parse(sorted[0] ?? '')) / 86_400_000
}
/**
 * The order of days that can be read in two ways; undefined where a person has to say. Month first
 * is taken only where the period of the statement proves it: both others are but likely.
 */
const openOrder = (
  dmy: readonly string[],
  mdy: readonly string[],
  { period, today, heading }: OrderContext,
): DayOrder | undefined => {
  const isWithin = (days: readonly string[]) =>
    !!period && days.every((d) => d >= period.from && d <= period.to)
  if (isWithin(dmy) !== isWithin(mdy)) return isWithin(dmy) ? 'dmy' : 'mdy'
  // Three days that lie a month apart each are days of one month in the other order.
  if (new Set(dmy).size >= 3 && new Set(mdy).size >= 3) {
    const [day, month] = [spanOf(dmy) <= longestSpan, spanOf(mdy) <= longestSpan]
    if (day !== month) return day ? 'dmy' : undefined
  }
  const isPast = (days: readonly string[]) => days.every((d) => d <= addDays(today, 1))
  if (isPast(dmy) && !isPast(mdy)) return 'dmy'
  return /\b(tanggal|tgl|waktu|hari)\b/.test(heading) ? 'dmy' : undefined
}
/** Days whose month may be their day. */
const isOpen = ({ a, b, month, isYearFirst }: DayParts) =>
  !isYearFirst && month === 0 && a <= 12 && b <= 12 && a !== b

/**
 * The order of day and month in a column. It is proven by a number above 12, by the period of the
 * statement, by today, or by how far the days spread; a heading in Indonesian means day first.
 */
export const dayOrderOf = (
  rows: readonly SheetRow[],
  column: number,
  by: OrderContext,
): OrderGuess => {
  const found = rows.flatMap(({ line, cells }) => {
    const teks = textOf(cells.get(column))
    const parts = typeof cells.get(column) === 'string' ? dayParts(teks) : undefined
    return parts ? [{ baris: line, teks, parts }] : []
  })
  if (found.some(({ parts }) => parts.isYearFirst)) return { order: 'ymd', example: undefined }
  const numeric = found.filter(({ parts }) => parts.month === 0)
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
  // Both are there: some rows are no days, or the file is of two minds.
  if (day) return { order: open.length === 0 ? 'dmy' : undefined, example }
  if (open.length === 0) return { order: numeric.length > 0 ? 'dmy' : undefined, example }
  return { order: openOrder(read('dmy'), read('mdy'), by), example }
}
