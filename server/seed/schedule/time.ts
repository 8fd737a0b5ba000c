/** Converts times of day to minutes, and finds days that fall on a weekday. */
import { addDays, weekday } from '#contract/values/tanggal.ts'

/** Converts `HH:MM` to minutes since midnight. */
export const minutesOf = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/** Converts minutes since midnight to `HH:MM`. */
export const timeOf = (n: number): string =>
  `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`
/**
 * Returns the first day on or after `from` that falls on the weekday `hari` (1 is Monday). If
 * `direction` is -1, returns the last such day on or before `from`.
 */
export const onWeekday = (from: string, hari: number, direction: 1 | -1 = 1): string =>
  addDays(from, direction * ((((direction * (hari - weekday(from))) % 7) + 7) % 7))
