/** Logs slow SQL statements with the call or job that ran them. */
import type { Logger as StatementListener } from 'kysely'
import type { Logger } from 'pino'
import { workName } from '#server/runtime/work.ts'

/** Maximum number of characters of a statement in the log. */
const maxText = 2000

/**
 * Returns a listener for the statements of a Kysely database; undefined if `limitMs` is 0. The
 * listener logs each statement that takes at least `limitMs` (ms), also if it fails, and passes the
 * name of its work to `count`. The log shows the text of the statement without the values of its
 * parameters, because these are data of people.
 */
export const slowStatements = (
  limitMs: number,
  log: Logger,
  count?: (work: string) => void,
): StatementListener | undefined => {
  if (limitMs === 0) return undefined
  return ({ query, queryDurationMillis: ms }) => {
    if (ms < limitMs) return
    const work = workName()
    log.warn({ work, ms: Math.round(ms), sql: query.sql.slice(0, maxText) }, 'slow statement')
    count?.(work)
  }
}
