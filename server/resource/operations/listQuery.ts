/** Parses the query that a list, its totals and its export have in common. */
import type { Ctx } from '#server/http/context.ts'
import type { AnyModule } from '#server/resource/module.ts'
import { asksForStatus } from '#server/resource/operations/context.ts'
import { parseList, type ListQuery } from '#server/resource/query/query.ts'

/**
 * Returns the parsed query. The module's defaultFilter applies unless the query filters by status.
 */
export const listQueryOf = (
  module: AnyModule,
  ctx: Ctx,
  params: URLSearchParams = ctx.url.searchParams,
): ListQuery => {
  const { resource, filters = {}, foundThrough, defaultFilter } = module
  const query = parseList({ resource, filters, params, actor: ctx.actor, foundThrough })
  return defaultFilter && !asksForStatus(params)
    ? { ...query, conditions: [...query.conditions, defaultFilter] }
    : query
}
