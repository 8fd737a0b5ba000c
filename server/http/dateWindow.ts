/** The window in which dates of money lie (contract/rules/dateWindow.ts), as the school has set it. */
import type { Issue, Shape } from '#contract/resource.ts'
import { dateWindow, hasWindow, windowIssues, type DateWindow } from '#contract/rules/dateWindow.ts'
import { hariIni } from '#contract/rules/tanggal.ts'
import type { Settings } from '#contract/settings.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import { readSettings } from '#server/settings.ts'

/** The window of today. */
export const windowOf = (settings: Settings): DateWindow => dateWindow(settings, hariIni())

/** What is wrong with the dates of an input, beside what its schema says of each by itself. */
export const checkWindow = async (
  db: Db | Trx,
  shape: Shape,
  input: Readonly<Record<string, unknown>>,
  known?: Readonly<Record<string, unknown>>,
): Promise<Issue[]> => {
  if (!hasWindow(shape)) return []
  return windowIssues(shape, windowOf(await readSettings(db)), input, known)
}
