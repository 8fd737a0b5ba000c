/** Calls of every report: its lines, the rows from which a figure was computed, and its file. */
import { sql } from 'kysely'
import { forbidden } from '#server/errors.ts'
import { reportHandlers } from '#server/http/calls.ts'
import { allows, type Ctx } from '#server/http/context.ts'
import { pageHeaders, pageOf } from '#server/http/pages.ts'
import { json } from '#server/http/routes.ts'
import { withNames, type DetailRow } from '#server/modules/report/details.ts'
import { rowsBehind } from '#server/modules/report/figures.ts'
import { exportReport } from '#server/modules/report/file.ts'
import type { ReportModule } from '#server/modules/report/module.ts'
import { askedOf, readReport } from '#server/modules/report/read.ts'
import { reportModules } from '#server/modules/report/registry.ts'

/** Maximum number of lines in a report on screen. An exported file contains all lines. */
const mostLines = 500
const isBanding = (text: unknown): text is 'bulan' | 'tahun' => text === 'bulan' || text === 'tahun'
type Query = Readonly<Record<string, unknown>>

/**
 * Returns a page of the rows from which a figure was computed. Headers contain the number of rows
 * and pages.
 */
const readBehind = async (ctx: Ctx, module: ReportModule, query: Query): Promise<Response> => {
  const reportQuery = askedOf(ctx, module, query)
  const kunci = typeof query.kunci === 'string' ? query.kunci : undefined
  const behind = rowsBehind(module, reportQuery, {
    ukuran: String(query.ukuran ?? module.report.main),
    kunci,
  })
  const { perPage, page } = pageOf(ctx.url.searchParams)
  if (!behind) return json([], 200, pageHeaders(ctx.url, { total: 0, page: 1, perPage }))
  const { rows: sums } = await sql<{ n: number }>`
    select count(*) as n from (${behind}) r`.execute(ctx.reader)
  const total = Number(sums[0]?.n ?? 0)
  const shownPage = Math.max(1, Math.min(page, Math.ceil(total / perPage)))
  const { rows } = await sql<DetailRow>`
    select r.entitas, r.acu, r.item_id, r.tanggal, r.nilai from (${behind}) r
    order by r.tanggal desc, r.dok desc, r.item_id limit ${perPage} offset ${(shownPage - 1) * perPage}`.execute(
    ctx.reader,
  )
  return json(
    await withNames(ctx.reader, rows),
    200,
    pageHeaders(ctx.url, { total, page: shownPage, perPage }),
  )
}

const handlersOf = (module: ReportModule) => {
  return {
    baris: async (ctx: Ctx, _: unknown, query: Query) =>
      readReport(ctx.reader, module, askedOf(ctx, module, query), {
        ...(isBanding(query.banding) && { banding: query.banding }),
        most: mostLines,
      }),
    rincian: async (ctx: Ctx, _: unknown, query: Query) => readBehind(ctx, module, query),
    ekspor: async (ctx: Ctx, _: unknown, query: Query) => {
      if (!allows(ctx.actor, module.report.access)) throw forbidden()
      const answer = await readReport(ctx.reader, module, askedOf(ctx, module, query), {
        ...(isBanding(query.banding) && { banding: query.banding }),
        most: Infinity,
      })
      return exportReport(ctx, module.report, answer, query.format === 'xlsx' ? 'xlsx' : 'csv')
    },
  }
}
export const reportCalls = reportHandlers((name) => handlersOf(reportModules[name]))
