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
 * Reads the total number of rows and the rows of the requested page. Also returns a function that
 * reads another page. `indexed` is the query with the rows that the search indexes name.
 */
const readPage = async (list: ListReading, indexed: ListQuery | undefined) => {
  const { perPage } = list.query
  const pageOf =
    (query: ListQuery) =>
    (page: number): Promise<AnyRow[]> =>
      pageRows({ ...list, query }, (page - 1) * perPage, perPage)
  const plain = pageOf(list.query)
  if (!indexed) {
    const [total, rows] = await Promise.all([countRows(list), plain(list.query.page)])
    return { total, rows, pageOf: plain }
  }
  const total = await countRows({ ...list, query: indexed })
  const page = total < manyMatches ? pageOf(indexed) : plain
  return { total, rows: await page(list.query.page), pageOf: page }
}

export const listOperation =
  ({ module }: OperationContext): Handler =>
  async (ctx) => {
    const query = listQueryOf(module, ctx)
    const { perPage } = query
    const list = { db: readerFor(module, ctx), module, actor: ctx.actor, query }
    const { total, rows, pageOf } = await readPage(list, await indexedQueryOf(module, ctx))
    const pages = Math.ceil(total / perPage)
    const page = Math.max(1, Math.min(query.page, pages))
    // Returns the last page if the requested page number is beyond it.
    const shownRows = rows.length === 0 && total > 0 ? await pageOf(page) : rows
    return json(shownRows, 200, pageHeaders(ctx.url, { total, page, perPage }))
  }
