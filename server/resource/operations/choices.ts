/**
 * `GET /<name>/pilihan`: returns rows for a picker, either those with given ids or those that match
 * a search. The parameter `per-page` can lower the maximum number of rows. The parameter `untuk` is
 * the id of the row for which the user chooses, or 0 while that row is not known yet. A row that
 * cannot be chosen for it then has its reason in `tutup`.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import * as z from 'zod/mini'
import { id as idField, idText } from '#contract/fields.ts'
import type { AnyResource } from '#contract/resource.ts'
import { tableOf } from '#server/db/schema/tables.ts'
import { invalidField } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { json, type Handler } from '#server/http/routes.ts'
import { keysOf } from '#server/resource/columns.ts'
import type { AnyModule } from '#server/resource/module.ts'
import {
  asksForStatus,
  readerFor,
  type OperationContext,
} from '#server/resource/operations/context.ts'
import { column, contains, type Condition } from '#server/resource/query/conditions.ts'
import { parseIds, parseList } from '#server/resource/query/query.ts'
import { readSearchIndex } from '#server/resource/query/searchIndex.ts'
import { wordsOf } from '#server/resource/query/searchWords.ts'
import { sought } from '#server/resource/query/sought.ts'
import { where } from '#server/resource/rows.ts'

const idSchema = idField()
/**
 * Limits of a picker: `rows` is the maximum number of rows that it shows. `characters` is the
 * maximum number of characters of its search text; further characters are ignored.
 */
const most = { rows: 50, characters: 100 }

/**
 * Returns the condition for the rows that a picker offers when the query names no ids. For a module
 * with `choiceFilter`, this is `choiceFilter`, or undefined if the query filters by status. For any
 * other module, the condition is that the status is `aktif`, or undefined if the resource has no
 * such status.
 */
const offeredRows = (module: AnyModule, params: URLSearchParams): Condition | undefined => {
  const { resource, choiceFilter } = module
  if (choiceFilter) return asksForStatus(params) ? undefined : choiceFilter
  const { status } = resource.fields
  const canBeActive =
    'status' in resource.entity.shape && status && z.safeParse(status, 'aktif').success
  return canBeActive ? sql`${column(resource, 'status')} = 'aktif'` : undefined
}

/** Parameters that are no filters of the list. */
const ownParams = ['id', 'q', 'untuk']
const forSchema = idText('Wajib berupa id')
/**
 * Returns the id in the parameter `untuk`; undefined without the parameter. Throws 422 if the value
 * is no id, or if no other row decides which rows of this resource can be chosen.
 */
const chosenFor = ({ choice }: AnyResource, params: URLSearchParams): number | undefined => {
  const text = params.get('untuk')
  if (text === null) return undefined
  const { success } = z.safeParse(forSchema, text)
  if (!success || choice?.untuk === undefined) throw invalidField('untuk', 'Wajib berupa id')
  return Number(text)
}

/** Converts the query of a picker to a sort order and a condition. */
const choiceQueryOf = async (module: AnyModule, ctx: Ctx) => {
  const { resource, filters = {}, foundThrough: through } = module
  const params = ctx.url.searchParams
  const { sort, descending, conditions, perPage } = parseList({
    resource,
    filters,
    params: new URLSearchParams([...params].filter(([k]) => !ownParams.includes(k))),
    actor: ctx.actor,
  })
  const q = (params.get('q') ?? '').trim().slice(0, most.characters)
  // The note of a picker has no index, and a search in it compares every row anyway.
  const index = module.choiceNote
    ? undefined
    : await readSearchIndex(readerFor(module, ctx), resource, q)
  const ids = parseIds(idSchema, params)
  const condition = where([
    ...conditions,
    ...wordsOf(resource, q).map((word) => {
      const wordCondition = sought(word, { resource, actor: ctx.actor, through, index })
      // Also searches the note that the picker shows beside a row, such as its outlet.
      return module.choiceNote
        ? sql<SqlBool>`(${wordCondition} or ${contains(sql`lower(${module.choiceNote})`, word)})`
        : wordCondition
    }),
    ids.length > 0
      ? sql`${column(resource, 'id')} in (${sql.join(ids)})`
      : offeredRows(module, params),
    module.scope?.(ctx.actor),
  ])
  const limit = params.has('per-page') ? Math.min(perPage, most.rows) : most.rows
  return { sort, descending, condition, limit }
}

/**
 * Returns the SQL of a picker's order, state and reason against choosing a row (`tutup`), as far as
 * the module has such rules.
 */
const choiceRulesOf = async (module: AnyModule, ctx: Ctx) => {
  const params = ctx.url.searchParams
  const untuk = chosenFor(module.resource, params)
  const fit = untuk === undefined ? undefined : module.choiceFor?.(ctx.actor, untuk)
  const state = await module.choiceState?.(ctx.db)
  const standing = state && fit ? sql`case when ${fit.taken} then null else ${state} end` : state
  const last = standing ? sql`case when ${standing} is null then 0 else 1 end, ` : sql``
  const first = fit ? sql`case when ${fit.first} then 0 else 1 end, ` : sql``
  const ownOrder = params.has('sort') ? undefined : module.choiceOrder
  return {
    standing,
    closed: fit && standing ? sql`, ${standing} as tutup` : sql``,
    ownOrder: ownOrder ? sql`${last}${first}${ownOrder}, ` : sql``,
  }
}

export const choicesOperation =
  ({ module }: OperationContext, choice: { label: string; note?: string | undefined }): Handler =>
  async (ctx) => {
    const { resource } = module
    const { sort, descending, condition, limit } = await choiceQueryOf(module, ctx)
    const direction = sql.raw(descending ? ' desc' : '')
    const key = `${sort}_kunci`
    const order = sql.ref(key in keysOf(resource, {}) ? key : sort)
    const called: RawBuilder<unknown> =
      module.choiceNote ?? (choice.note ? sql.ref(choice.note) : sql`null`)
    const { standing, closed, ownOrder } = await choiceRulesOf(module, ctx)
    const note = standing ? sql`${called} || coalesce(' · ' || ${standing}, '')` : called
    const listOrder = sql`${order}${direction} nulls last, id${direction}`
    const { rows } =
      await sql`select id, ${sql.ref(choice.label)} as label, ${note} as keterangan${closed} from ${sql.table(tableOf(resource.name))}${condition} order by ${ownOrder}${listOrder} limit ${sql.lit(limit)}`.execute(
        readerFor(module, ctx),
      )
    return json(rows)
  }
