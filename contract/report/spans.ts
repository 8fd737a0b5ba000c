/** Comparison periods of reports, and the longest range. */
import { addDays, addMonths, lastDay } from '#contract/values/tanggal.ts'

/**
 * Returns the same day one or twelve months earlier; the last day of a month remains the last day.
 */
const earlier = (day: string, months: number): string => {
  const month = addMonths(day.slice(0, 7), -months)
  if (day === lastDay(day.slice(0, 7))) return lastDay(month)
  const sameDay = `${month}${day.slice(7)}`
  return sameDay > lastDay(month) ? lastDay(month) : sameDay
}
/** Returns the comparison period of a range of days. */
export const comparedSpan = (
  { dari, sampai }: { dari: string; sampai: string },
  with_: 'bulan' | 'tahun',
): { dari: string; sampai: string } => {
  const months = with_ === 'tahun' ? 12 : 1
  return { dari: earlier(dari, months), sampai: earlier(sampai, months) }
}
/** Longest range per request, in days. */
const longestRange = 3 * 366
/** Returns the last day of the longest range that begins on a day. */
export const lastOfRange = (dari: string): string => addDays(dari, longestRange)
