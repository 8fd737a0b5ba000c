/**
 * Names the statements that connections of PostgreSQL prepare. A prepared statement is parsed once
 * per connection, and later also planned once, which takes longer than running most writes.
 */
import { sql } from 'kysely'
import { inTransaction } from '#server/db/guard.ts'

/** Number of uses after which a statement is prepared. */
const usesBefore = 5
/** Maximum number of prepared statements of a connection, because each one holds memory. */
const mostNames = 200
/** Maximum number of texts whose uses are counted. */
const mostCounted = 2000
/** Maximum length of a prepared text. Longer ones write many rows, and rarely repeat. */
const longest = 3000

const names = new Map<string, string>()
const uses = new Map<string, number>()

const mark = '/* prepared */'
/** End of a statement outside transactions that finds its rows by keys, so that it is prepared. */
export const findsByKey = sql.raw(mark)

/**
 * Returns the name under which a connection prepares a statement; undefined if the statement is
 * sent as it is. Only statements with parameters have names, if they run inside transactions or end
 * with `findsByKey`: they find their rows by keys, for which one plan fits all values. The best
 * plan of a list depends on its values.
 */
export const preparedName = (text: string, values: readonly unknown[]): string | undefined => {
  if (values.length === 0 || text.length > longest) return undefined
  if (!inTransaction.getStore() && !text.endsWith(mark)) return undefined
  const name = names.get(text)
  if (name !== undefined || names.size >= mostNames) return name
  const count = (uses.get(text) ?? 0) + 1
  if (uses.size >= mostCounted) uses.clear()
  uses.set(text, count)
  if (count <= usesBefore) return undefined
  names.set(text, `nada_${names.size}`)
  return names.get(text)
}
