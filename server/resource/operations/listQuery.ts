/** Parses the query parameters of a list, which its totals and its export also accept. */
import type { Ctx } from '#server/http/context.ts'
import type { AnyModule } from '#server/resource/module.ts'
import { asksForStatus, readerFor } from '#server/resource/operations/context.ts'
import { parseList, searchTextOf, type ListQuery } from '#server/resource/query/query.ts'
import { readSearchIndex, type SearchIndex } from '#server/resource/query/searchIndex.ts'

/**
 * Returns the parsed query, with the module's `defaultFilter` unless the query filters by status.
 * Throws 422 for unknown or invalid parameters. `index` contains the rows that the search finds;
 * without it, the query compares every row.
 */
export const listQueryOf = (
  module: AnyModule,
  ctx: Ctx,
  params: URLSearchParams = ctx.url.searchParams,
  index?: SearchIndex,
): ListQuery => {
  const { resource, filters = {}, foundThrough, defaultFilter } = module
  const query = parseList({ resource, filters, params, actor: ctx.actor, foundThrough, index })
  return defaultFilter && !asksForStatus(params)
    ? { ...query, conditions: [...query.conditions, defaultFilter], filters: undefined }
    : query
}

/**
 * Returns the query with the rows that the search indexes name; undefined for a query without a
 * search, or with one that the indexes do not cover. Throws like `listQueryOf`.
 */
export const indexedQueryOf = async (
  module: AnyModule,
  ctx: Ctx,
): Promise<ListQuery | undefined> => {
  const q = searchTextOf(ctx.url.searchParams)
  if (!q) return undefined
  const index = await readSearchIndex(readerFor(module, ctx), module.resource, q)
  return index && listQueryOf(module, ctx, ctx.url.searchParams, index)
}
