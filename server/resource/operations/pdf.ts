/**
 * `GET /<name>/pdf`: returns a PDF with printable documents. With the parameter `id`, the PDF
 * contains the document of one row, otherwise the documents of all rows of a list.
 */
import { paperSizes, type PaperSize } from '#contract/print/paper.ts'
import type { AnyResource } from '#contract/resource.ts'
import { formatNumber } from '#contract/values/rupiah.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { transaction } from '#server/db/transaction.ts'
import { invalid, invalidField, notFound } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import { paperBatches } from '#server/pdf/batches.ts'
import { pdfResponse } from '#server/pdf/pdf.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import type { AnyModule, Papers } from '#server/resource/module.ts'
import { readerFor, type OperationContext } from '#server/resource/operations/context.ts'
import { listQueryOf } from '#server/resource/operations/listQuery.ts'
import { parseId } from '#server/resource/query/query.ts'
import { findRow, pageRows } from '#server/resource/rows.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Maximum number of documents in a PDF. It is twice the number that a large outlet issues in a
 * month.
 */
const mostPapers = 1000

/**
 * Returns the requested paper size; A4 if the request names none. Throws 422 for an unknown size.
 */
export const sizeOf = (params: URLSearchParams): PaperSize => {
  const sizeName = params.get('ukuran') ?? 'A4'
  const size = paperSizes.find((s) => s === sizeName)
  if (!size) throw invalidField('ukuran', 'Pilih A4 atau A5')
  return size
}

/**
 * Returns the id of the requested row (as a list) and the title of its document. Throws 404 for a
 * row outside the actor's scope, 422 for parameters other than `id` and `ukuran`.
 */
export const oneRow = async (
  ctx: Ctx,
  module: AnyModule,
): Promise<{ ids: number[]; title: string }> => {
  for (const name of ctx.url.searchParams.keys())
    if (name !== 'id' && name !== 'ukuran')
      throw invalid([{ field: name, message: 'Tidak dikenal di samping id' }])
  const row = await findRow(ctx.db, module, ctx.actor, parseId(ctx.url), [])
  if (!row) throw notFound(module.resource.label[0])
  const { displayName, resource } = module
  const name = displayName ? displayName(row as never) : row[resource.choice?.label ?? 'id']
  return { ids: [Number(row.id)], title: `${resource.label[0]} ${String(name)}` }
}
/**
 * Returns the ids of all rows of a list, in the order of the list, and the title of the PDF. Writes
 * the export to the audit log. Throws 422 for more than `mostPapers` rows, 404 for an empty list.
 */
const listRows = async (ctx: Ctx, module: AnyModule) => {
  const { resource } = module
  const params = new URLSearchParams(
    [...ctx.url.searchParams].filter(([name]) => name !== 'ukuran'),
  )
  const query = { ...listQueryOf(module, ctx, params), fields: ['id'], expand: [] }
  const list = { db: readerFor(module, ctx), module, actor: ctx.actor, query }
  const rows = await pageRows(list, 0, mostPapers + 1)
  if (rows.length === 0) throw notFound(resource.label[0])
  if (rows.length > mostPapers)
    throw invalidField(
      'ukuran',
      `Lebih dari ${formatNumber(mostPapers)} ${resource.label[0].toLowerCase()}: persempit filternya`,
    )
  await transaction(ctx.db, (trx) =>
    auditEvent(trx, ctx, {
      aksi: 'ekspor',
      entitas: resource.name,
      sesudah: JSON.stringify({ filter: ctx.url.search, format: 'pdf' }),
    }),
  )
  return { ids: rows.map((row) => Number(row.id)), title: listTitle(resource) }
}
const listTitle = ({ label }: AnyResource): string => `${label[1]} ${currentDay()}`

/** Returns the arguments of a module's `papers`, except the ids of the rows. */
export const paperRequest = async (
  { moduleOf }: OperationContext,
  ctx: Ctx,
  size: PaperSize,
): Promise<Omit<Parameters<Papers>[0], 'ids'>> => ({
  ctx,
  size,
  settings: await readSettings(ctx.db),
  scopeOf: (name) => moduleOf(name)?.scope?.(ctx.actor),
})

export const pdfOperation =
  (context: OperationContext, papers: Papers): Handler =>
  async (ctx) => {
    const { module } = context
    const size = sizeOf(ctx.url.searchParams)
    const { ids, title } = ctx.url.searchParams.has('id')
      ? await oneRow(ctx, module)
      : await listRows(ctx, module)
    const request = await paperRequest(context, ctx, size)
    return pdfResponse(ctx, {
      info: { title, author: request.settings.nama_sekolah },
      batches: paperBatches(ctx.db, ids, (batchIds) => papers({ ...request, ids: batchIds })),
      asker: `user:${ctx.actor.id}`,
    })
  }
