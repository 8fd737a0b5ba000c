/**
 * The window in which dates of money lie (contract/values/dateWindow.ts), as the school has set it.
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

/** The window of today. */
export const windowOf = (settings: Settings): DateWindow =>
  dateWindow(settings, currentDay(), currentDay('Asia/Jayapura'))

/** Returns the issues of an input's dates, beyond the checks that the schema does on each date. */
export const checkWindow = async (
  db: Db | Trx,
  shape: Shape,
  input: Readonly<Record<string, unknown>>,
  currentValues?: Readonly<Record<string, unknown>>,
): Promise<Issue[]> => {
  if (!hasWindow(shape)) return []
  return windowIssues(shape, windowOf(await readSettings(db)), input, currentValues)
}
