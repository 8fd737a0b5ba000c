/** Comparison periods of reports, and the maximum range of a report. */
import { addDays, addMonths, lastDay } from '#contract/values/tanggal.ts'

/**
 * Returns the day that is the given number of months before `day`. Returns the last day of the
 * earlier month if `day` is the last day of its month, or if the earlier month is too short.
 */
const earlier = (day: string, months: number): string => {
  const month = addMonths(day.slice(0, 7), -months)
  if (day === lastDay(day.slice(0, 7))) return lastDay(month)
  const sameDay = `${month}${day.slice(7)}`
  return sameDay > lastDay(month) ? lastDay(month) : sameDay
}
/** Returns the comparison period of a range of days: the same range a month or a year earlier. */
export const comparedSpan = (
  { dari, sampai }: { dari: string; sampai: string },
  with_: 'bulan' | 'tahun',
): { dari: string; sampai: string } => {
  const months = with_ === 'tahun' ? 12 : 1
  return { dari: earlier(dari, months), sampai: earlier(sampai, months) }
}
/** Maximum number of days between the first and last day of a report. */
const longestRange = 3 * 366
/** Returns the last possible day of a report that begins on the given day. */
export const lastOfRange = (dari: string): string => addDays(dari, longestRange)
