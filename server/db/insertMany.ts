import { CompiledQuery } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Tables, Trx } from '#server/db/tables.ts'

/** Both engines bind at most 32766 (SQLite) or 65535 (PostgreSQL) values; fewer keep the prepared statement small. */
const maxValues = 12_000
const texts = new Map<string, string>()

/**
 * Inserts rows of one shape, many a statement, as plain SQL: building a query tree of every value would cost more than the insert.
 * With `skipConflicts` rows whose unique key is taken are left out. Answers the `returning` columns of what was inserted, in no order.
 */
export const insertMany = async <T extends Record<string, unknown>>(
  trx: Trx, table: keyof Tables, rows: readonly Record<string, unknown>[], { skipConflicts = false, returning = [] as string[] } = {},
): Promise<T[]> => {
  const columns = Object.keys(rows[0] ?? {})
  const size = Math.max(1, Math.floor(maxValues / Math.max(1, columns.length)))
  const postgres = engineOf(trx) === 'postgres'
  const result: T[] = []
  for (let start = 0; start < rows.length; start += size) {
    const part = rows.slice(start, start + size)
    const key = `${postgres} ${table} ${part.length} ${skipConflicts} ${returning.join()} ${columns.join()}`
    let text = texts.get(key)
    if (!text) {
      let n = 0
      const tuple = () => `(${columns.map(() => (postgres ? `$${++n}` : '?')).join(',')})`
      text = `insert into "${table}" (${columns.map((c) => `"${c}"`).join(',')}) values ${part.map(tuple).join(',')}${skipConflicts ? ' on conflict do nothing' : ''}${returning.length ? ` returning ${returning.join()}` : ''}`
      if (texts.size > 200) texts.clear()
      texts.set(key, text)
    }
    const values: unknown[] = []
    for (const row of part) for (const column of columns) values.push(row[column])
    const { rows: answered } = await trx.executeQuery<T>(CompiledQuery.raw(text, values))
    if (returning.length) result.push(...answered)
  }
  return result
}
