/** Builds SQL fragments for conditions on the rows of a resource. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { fold } from '#server/db/fold.ts'
import { tableOf } from '#server/db/schema/tables.ts'

export type Condition = Expression<SqlBool>
/** Returns a column of a resource, quoted and qualified with its table. */
export const column = (resource: { name: string }, name: string): RawBuilder<unknown> =>
  sql.ref(`${tableOf(resource.name)}.${name}`)

/** Joins conditions by `and` or `or`, in parentheses. */
export const joined = (parts: readonly Condition[], word: 'and' | 'or'): Condition =>
  sql<SqlBool>`(${sql.join(parts, sql.raw(` ${word} `))})`

/**
 * Returns the condition that `target`, a column in lower case without accents, contains `text` in
 * any spelling of case and accents. The characters `%` and `_` match only themselves.
 */
export const contains = (target: RawBuilder<unknown>, text: string): Condition =>
  sql<SqlBool>`${target} like ${`%${fold(text).replace(/[\\%_]/g, (c) => `\\${c}`)}%`} escape '\\'`
