/**
 * Kept counts and sums of large tables (decision 0261). The table `<table>_rekap` contains the
 * number of rows and the sums for each combination of some columns; triggers keep it. A list that
 * is limited by these columns only reads its total and its sums from there.
 */
import { sql, type RawBuilder } from 'kysely'
import type { AnyResource } from '#contract/resource.ts'
import { tableOf } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import type { AnyModule } from '#server/resource/module.ts'
import { column } from '#server/resource/query/conditions.ts'

/** Returns the name of the table with the kept sums of a table. */
export const keptTableOf = (table: string): string => `${table}_rekap`

/**
 * Returns the kept sums as an SQL source with the name of the table itself, so that conditions on
 * the table apply to it; undefined if the filters or the scope of the actor need other columns.
 * `filters` contains the names of all filters of the query; undefined if it has other conditions.
 */
export const keptSource = (
  { resource, kept, conceal }: AnyModule,
  actor: Actor,
  filters: readonly string[] | undefined,
): RawBuilder<unknown> | undefined => {
  const isAnswered =
    kept?.covers(actor) === true && filters?.every((name) => kept.filters.includes(name)) === true
  if (!isAnswered || (conceal?.(actor) ?? []).length > 0) return undefined
  const table = tableOf(resource.name)
  return sql`${sql.table(keptTableOf(table))} as ${sql.table(table)}`
}
/** Returns the number of rows as SQL, for the source from `keptSource`. `among` limits the rows. */
export const keptCount = (
  resource: AnyResource,
  among: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`coalesce(sum(${column(resource, 'jumlah_baris')})${among}, 0)`
