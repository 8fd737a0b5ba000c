/** `GET /<name>`: one page of a list; the headers say which, and how many there are. */
import type { Ctx } from '#server/http/context.ts'
import { json, type Handler } from '#server/http/routes.ts'
import { readerFor, type OperationContext } from '#server/resource/operations/context.ts'
import { listQueryOf } from '#server/resource/operations/listQuery.ts'
import { countRows, pageRows } from '#server/resource/rows.ts'

/**
 * `Link` repeats the query five times, and a proxy takes 4 to 8 kB of headers: with a longer query
 * it is left out.
 */
const longestLinkedQuery = 500

/** Links from one page to those around it; none where the query is too long. */
const linkHeader = (ctx: Ctx, page: number, pages: number): Record<string, string> => {
  if (ctx.url.search.length > longestLinkedQuery) return {}
  const link = (n: number, rel: string) => {
    const url = new URL(ctx.url)
    url.searchParams.set('page', String(n))
    return `<${url.pathname}${url.search}>; rel=${rel}`
  }
  return {
    Link: [
      link(page, 'self'),
      link(1, 'first'),
      ...(page > 1 ? [link(page - 1, 'prev')] : []),
      ...(page < pages ? [link(page + 1, 'next')] : []),
      link(Math.max(1, pages), 'last'),
    ].join(', '),
  }
}

export const listOperation =
  ({ module }: OperationContext): Handler =>
  async (ctx) => {
    const query = listQueryOf(module, ctx)
    const { perPage } = query
    const db = readerFor(module, ctx)
    const rowsOfPage = (page: number) =>
      pageRows({ db, module, actor: ctx.actor, query }, (page - 1) * perPage, perPage)
    const [total, rows] = await Promise.all([
      countRows({ db, module, actor: ctx.actor, query }),
      rowsOfPage(query.page),
    ])
    const pages = Math.ceil(total / perPage)
    const page = Math.max(1, Math.min(query.page, pages))
    // Beyond the last page the last one is shown.
    const shown = rows.length === 0 && total > 0 ? await rowsOfPage(page) : rows
    return json(shown, 200, {
      'X-Pagination-Total-Count': String(total),
      'X-Pagination-Page-Count': String(pages),
      'X-Pagination-Current-Page': String(page),
      'X-Pagination-Per-Page': String(perPage),
      ...linkHeader(ctx, page, pages),
    })
  }
