/** Parses the query parameters of a list, which its totals and its export also accept. */
import type { Ctx } from '#server/http/context.ts'
import type { AnyModule } from '#server/resource/module.ts'
import { asksForStatus } from '#server/resource/operations/context.ts'
import { parseList, type ListQuery } from '#server/resource/query/query.ts'

/**
 * Returns the parsed query, with the module's `defaultFilter` unless the query filters by status.
 * Throws 422 for unknown or invalid parameters.
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
