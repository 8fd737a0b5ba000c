/**
 * `GET /<name>`: returns one page of a list. Response headers hold the page number and the total
 * number of rows.
 */
import { pageHeaders } from '#server/http/pages.ts'
import { json, type Handler } from '#server/http/routes.ts'
import { readerFor, type OperationContext } from '#server/resource/operations/context.ts'
import { listQueryOf } from '#server/resource/operations/listQuery.ts'
import { countRows, pageRows } from '#server/resource/rows.ts'

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
    // Returns the last page if the requested page number is beyond it.
    const shownRows = rows.length === 0 && total > 0 ? await rowsOfPage(page) : rows
    return json(shownRows, 200, pageHeaders(ctx.url, { total, page, perPage }))
  }
