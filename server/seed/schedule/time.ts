/** Converts times of day to minutes, and finds days that fall on a weekday. */
import { addDays, weekday } from '#contract/values/tanggal.ts'

/** Returns `HH:MM` as minutes since midnight. */
export const minutesOf = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/** Returns minutes since midnight as `HH:MM`. */
export const timeOf = (n: number): string =>
  `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`
/**
 * Returns the first day from `from` on that falls on the weekday `hari` (1 is Monday); with
 * `direction` -1, the last such day up to `from`.
 */
export const onWeekday = (from: string, hari: number, direction: 1 | -1 = 1): string =>
  addDays(from, direction * ((((direction * (hari - weekday(from))) % 7) + 7) % 7))
