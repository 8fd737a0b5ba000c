/**
 * `GET /<name>`: returns one page of a list. Response headers hold the page number and the total
 * number of rows.
 */
import { pageHeaders } from '#server/http/pages.ts'
import { json, type Handler } from '#server/http/routes.ts'
import type { AnyRow } from '#server/resource/columns.ts'
import { readerFor, type OperationContext } from '#server/resource/operations/context.ts'
import { indexedQueryOf, listQueryOf } from '#server/resource/operations/listQuery.ts'
import type { ListQuery } from '#server/resource/query/query.ts'
import { countRows, pageRows, type ListReading } from '#server/resource/rows.ts'

/**
 * Number of matches from which a page is read in the order of the list until it is full, instead of
 * by the search index. The index would return all matches only to sort them.
 */
const manyMatches = 1000

/**
 * Reads the total number of rows and the rows of the requested page. `indexed` is the query with
 * the rows that the search indexes name. Also returns functions that read another page, and the
 * total without a bound.
 */
const readPage = async (list: ListReading, indexed: ListQuery | undefined) => {
  const { perPage, mostCounted } = list.query
  const pageOf =
    (query: ListQuery) =>
    (page: number): Promise<AnyRow[]> =>
      pageRows({ ...list, query }, (page - 1) * perPage, perPage)
  const counted = { ...list, query: indexed ?? list.query }
  const countAll = () => countRows(counted)
  const plain = pageOf(list.query)
  if (!indexed) {
    const [total, rows] = await Promise.all([
      countRows(counted, mostCounted),
      plain(list.query.page),
    ])
    return { total, rows, pageOf: plain, countAll }
  }
  const total = await countRows(counted, mostCounted)
  const page = total < manyMatches ? pageOf(indexed) : plain
  return { total, rows: await page(list.query.page), pageOf: page, countAll }
}

/**
 * Returns the total and the number of the shown page. A page number beyond the last page means the
 * last page, for which all rows are counted.
 */
const placeOf = async (
  { page, perPage, mostCounted }: ListQuery,
  { total, rows, countAll }: Awaited<ReturnType<typeof readPage>>,
) => {
  const isBounded = mostCounted !== undefined && total === mostCounted + 1
  if (isBounded && rows.length > 0) return { total: mostCounted, more: true, page, perPage }
  const all = isBounded ? await countAll() : total
  const pages = Math.ceil(all / perPage)
  return { total: all, more: false, page: Math.max(1, Math.min(page, pages)), perPage }
}

export const listOperation =
  ({ module }: OperationContext): Handler =>
  async (ctx) => {
    const query = listQueryOf(module, ctx)
    const list = { db: readerFor(module, ctx), module, actor: ctx.actor, query }
    const reading = await readPage(list, await indexedQueryOf(module, ctx))
    const { rows, pageOf } = reading
    const place = await placeOf(query, reading)
    const shownRows = rows.length === 0 && place.total > 0 ? await pageOf(place.page) : rows
    return json(shownRows, 200, pageHeaders(ctx.url, place))
  }
