/** Days that a report is held against, and how many it takes at once. */
import { addDays, addMonths, lastDay } from '#contract/values/tanggal.ts'

/** A day one or twelve months earlier; the last of its month stays the last. */
const earlier = (day: string, months: number): string => {
  const month = addMonths(day.slice(0, 7), -months)
  if (day === lastDay(day.slice(0, 7))) return lastDay(month)
  const same = `${month}${day.slice(7)}`
  return same > lastDay(month) ? lastDay(month) : same
}
/** The days before that some days are held against. */
export const comparedSpan = (
  { dari, sampai }: { dari: string; sampai: string },
  with_: 'bulan' | 'tahun',
): { dari: string; sampai: string } => {
  const months = with_ === 'tahun' ? 12 : 1
  return { dari: earlier(dari, months), sampai: earlier(sampai, months) }
}
/** The longest range that is asked for at once, in days. */
const longestRange = 3 * 366
/** The last day of a range of the longest length. */
export const lastOfRange = (dari: string): string => addDays(dari, longestRange)
