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
import { countRows, highestId, pageRows, type ListReading } from '#server/resource/rows.ts'

/** Function that reads the rows of the page with a number, which begins with 1. */
type PageReader = (page: number) => Promise<AnyRow[]>

/**
 * Reads a page of a search, and its total. The search index would read all matches and sort them.
 * The order of the list reads rows until the page is full: about as many as the matches up to this
 * page, divided by the share of matches among all rows. With `even` matches both read as many rows;
 * the highest id stands for the number of all rows. A bounded total counts at least that far.
 */
const readSearched = async (
  list: ListReading,
  indexed: ListQuery,
  { byIndex, byOrder }: { byIndex: PageReader; byOrder: PageReader },
) => {
  const { page, perPage, mostCounted } = list.query
  const even = Math.ceil(Math.sqrt(page * perPage * (await highestId(list))))
  const most = mostCounted && Math.max(mostCounted, even)
  const total = await countRows({ ...list, query: indexed }, most)
  const pageOf = total < even ? byIndex : byOrder
  return { total, isBounded: most !== undefined && total > most, rows: await pageOf(page), pageOf }
}

/**
 * Reads the total number of rows and the rows of the requested page. `indexed` is the query with
 * the rows that the search indexes name. Also returns functions that read another page, and the
 * total without a bound.
 */
const readPage = async (list: ListReading, indexed: ListQuery | undefined) => {
  const { page, perPage, mostCounted } = list.query
  const readerOf =
    (query: ListQuery): PageReader =>
    (n) =>
      pageRows({ ...list, query }, (n - 1) * perPage, perPage)
  const countAll = () => countRows({ ...list, query: indexed ?? list.query })
  const byOrder = readerOf(list.query)
  if (indexed) {
    const searched = await readSearched(list, indexed, { byIndex: readerOf(indexed), byOrder })
    return { ...searched, countAll }
  }
  const [total, rows] = await Promise.all([countRows(list, mostCounted), byOrder(page)])
  const isBounded = mostCounted !== undefined && total === mostCounted + 1
  return { total, isBounded, rows, pageOf: byOrder, countAll }
}

/**
 * Returns the total and the number of the shown page. A page number beyond the last page means the
 * last page, for which all rows are counted.
 */
const placeOf = async (
  { page, perPage, mostCounted = 0 }: ListQuery,
  { total, isBounded, rows, countAll }: Awaited<ReturnType<typeof readPage>>,
) => {
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
