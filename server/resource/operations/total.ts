/** `GET /<name>/total`: returns the number of rows and sums of columns over all pages of a list. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AnyResource } from '#contract/resource.ts'
import { groupsOf, sumName } from '#contract/totals.ts'
import { tableOf } from '#server/db/schema/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import { json, type Handler } from '#server/http/routes.ts'
import { keptCount, keptSource } from '#server/resource/kept/keptSums.ts'
import type { AnyModule } from '#server/resource/module.ts'
import type { OperationContext } from '#server/resource/operations/context.ts'
import { indexedQueryOf, listQueryOf } from '#server/resource/operations/listQuery.ts'
import { column, type Condition } from '#server/resource/query/conditions.ts'
import type { ListQuery } from '#server/resource/query/query.ts'
import { where } from '#server/resource/rows.ts'

/**
 * Returns a list with the condition that excludes void rows from sums (domain.md 3.6); an empty
 * list for a resource whose rows cannot be void. `GET /<name>` shows void rows nevertheless.
 */
const liveRows = (resource: AnyResource): Condition[] =>
  'void_at' in resource.entity.shape ? [sql<SqlBool>`${column(resource, 'void_at')} is null`] : []
const among = (conditions: readonly Condition[]) =>
  conditions.length === 0 ? sql`` : sql` filter (where ${sql.join([...conditions], sql` and `)})`

const sumsOf = (resource: AnyResource) =>
  resource.totals.map(
    (name) =>
      sql`coalesce(sum(${column(resource, name)})${among(liveRows(resource))}, 0) as ${sql.ref(name)}`,
  )
/**
 * Returns SQL expressions for each group of rows that the resource declares, such as the rows of
 * each status: the number of rows and the sums. Neither includes void rows. `countAmong` returns
 * the expression for the number of rows with a `filter` clause.
 */
const sumsByGroup = (
  resource: AnyResource,
  countAmong: (rows: RawBuilder<unknown>) => RawBuilder<unknown>,
) =>
  groupsOf(resource).flatMap(({ by, value }) => {
    const of = among([...liveRows(resource), sql<SqlBool>`${column(resource, by)} = ${value}`])
    return [
      sql`${countAmong(of)} as ${sql.ref(sumName('jumlah_baris', value))}`,
      ...resource.totals.map(
        (name) =>
          sql`coalesce(sum(${column(resource, name)})${of}, 0) as ${sql.ref(sumName(name, value))}`,
      ),
    ]
  })

/** Returns the number of rows of a list (`jumlah_baris`) and the sums of its totalled columns. */
export const readTotals = async (
  ctx: Ctx,
  module: AnyModule,
  { conditions, filters }: Pick<ListQuery, 'conditions' | 'filters'>,
): Promise<Record<string, number>> => {
  const { resource, scope } = module
  const kept = keptSource(module, ctx.actor, filters)
  const condition = where([...conditions, scope?.(ctx.actor)])
  const countAmong = (rows: RawBuilder<unknown>) =>
    kept ? keptCount(resource, rows) : sql`count(*)${rows}`
  const sums = sql.join([...sumsOf(resource), ...sumsByGroup(resource, countAmong)])
  const { rows } = await sql<
    Record<string, number>
  >`select ${countAmong(sql``)} as jumlah_baris, ${sums} from ${kept ?? sql.table(tableOf(resource.name))}${condition}`.execute(
    ctx.reader,
  )
  return rows[0] ?? {}
}

export const totalOperation =
  ({ module }: OperationContext): Handler =>
  async (ctx) => {
    const query = listQueryOf(module, ctx)
    return json(await readTotals(ctx, module, (await indexedQueryOf(module, ctx)) ?? query))
  }
