/** Pieces of SQL that conditions on a resource's rows are made of. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { fold } from '#server/db/fold.ts'
import { tableOf } from '#server/db/schema/tables.ts'

export type Condition = Expression<SqlBool>
/** Column of a resource, quoted. */
export const column = (resource: { name: string }, name: string): RawBuilder<unknown> =>
  sql.ref(`${tableOf(resource.name)}.${name}`)

/** Conditions of which all, or any, must hold. */
export const joined = (parts: readonly Condition[], word: 'and' | 'or'): Condition =>
  sql<SqlBool>`(${sql.join(parts, sql.raw(` ${word} `))})`

/** `%` and `_` of the user are text, not patterns. */
export const contains = (target: RawBuilder<unknown>, text: string): Condition =>
  sql<SqlBool>`${target} like ${`%${fold(text).replace(/[\\%_]/g, (c) => `\\${c}`)}%`} escape '\\'`
