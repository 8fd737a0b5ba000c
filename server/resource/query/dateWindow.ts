/**
 * Checks dates of money against the window that the school has set (contract/values/dateWindow.ts).
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

/** Returns the date window as of today. */
export const windowOf = (settings: Settings): DateWindow =>
  dateWindow(settings, currentDay(), currentDay('Asia/Jayapura'))

/** Returns the issues of dates outside the window; the checks of the schema come in addition. */
export const checkWindow = async (
  db: Db | Trx,
  shape: Shape,
  input: Readonly<Record<string, unknown>>,
  currentValues?: Readonly<Record<string, unknown>>,
): Promise<Issue[]> => {
  if (!hasWindow(shape)) return []
  return windowIssues(shape, windowOf(await readSettings(db)), input, currentValues)
}
