/**
 * Checks dates of bills and payments against the date window, the days that the settings of the
 * school allow (contract/values/dateWindow.ts).
 */
import type { Issue, Shape } from '#contract/resource.ts'
import type { Settings } from '#contract/settings/settings.ts'
import {
  dateWindow,
  hasWindow,
  windowIssues,
  type DateWindow,
} from '#contract/values/dateWindow.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Returns the current date window. The last argument of `dateWindow` is the current date in
 * Jayapura, because a day begins first in this time zone: no outlet has a later date.
 */
export const windowOf = (settings: Settings): DateWindow =>
  dateWindow(settings, currentDay(), currentDay('Asia/Jayapura'))

/** Returns an issue for each changed date of an input that is outside the date window. */
export const checkWindow = async (
  db: Db | Trx,
  shape: Shape,
  input: Readonly<Record<string, unknown>>,
  currentValues?: Readonly<Record<string, unknown>>,
): Promise<Issue[]> => {
  if (!hasWindow(shape)) return []
  return windowIssues(shape, windowOf(await readSettings(db)), input, currentValues)
}
