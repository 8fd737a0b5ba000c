/** Texts that compare a sum of this month with the same days of the previous month. */
import { formatRentang, formatTanggal } from '#contract/values/tanggal.ts'
import { numberText, rupiah } from '#src/ui/format/format.ts'

/** Formats days of a month, such as `1–26 Oktober`. Omits the year if it is the year of `today`. */
export const daysText = (from: string, to: string, today: string): string => {
  const text = from === to ? formatTanggal(to) : formatRentang(from, to)
  return to.startsWith(today.slice(0, 4)) ? text.slice(0, -' 2026'.length) : text
}
/**
 * Describes the difference of two sums in percent, and names the earlier days and their sum: `Turun
 * 12% dari 1–26 Oktober (Rp1.000.000)`. Omits the percentage if the earlier sum is not positive.
 */
export const trendText = (now: number, before: number, days: string): string => {
  if (now === before) return `Sama dengan ${days}`
  if (before <= 0) return `${days}: ${rupiah(before)}`
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  if (percent === 0) return `Hampir sama dengan ${days} (${rupiah(before)})`
  const direction = now > before ? 'Naik' : 'Turun'
  return `${direction} ${numberText(percent)}% dari ${days} (${rupiah(before)})`
}
