import { stringify } from 'csv-stringify/sync'
import type * as z from 'zod/mini'
import { metaOf } from '#contract/fields.ts'
import { transaction } from '#server/db/transaction.ts'
import { invalidField } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import type { AnyModule } from '#server/http/module.ts'
import type { ListQuery } from '#server/http/query.ts'
import { auditEvent, pageRows } from '#server/http/rows.ts'

const batch = 1000

/** The whole filtered list as CSV (UTF-8 with BOM), read and sent a thousand rows at a time; cells that a spreadsheet would run are neutralised. */
export const csvExport = async (ctx: Ctx, module: AnyModule, query: ListQuery): Promise<Response> => {
  const { resource } = module
  const format = ctx.url.searchParams.get('format') ?? 'csv'
  if (format !== 'csv') throw invalidField('format', `Format "${format}" tidak dikenal`)
  const shape: Record<string, z.ZodMiniType> = { ...resource.fields, ...resource.computed }
  // What is stored encrypted never leaves in a file, not even its mask.
  const secret = (name: string) => Object.hasOwn(shape, name) && metaOf(shape[name]!)?.rahasia === true
  const asked = query.fields?.find(secret)
  if (asked) throw invalidField('fields', `Field "${asked}" tidak diekspor`)
  const columns = query.fields ?? Object.keys(resource.entity.shape).filter((name) => !secret(name))
  const labels = columns.map((c) => { const schema = { ...resource.fields, ...resource.computed }[c]; return (schema && metaOf(schema)?.label) ?? c })
  const cell = (value: unknown): string => {
    const text = value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
    return typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  }
  await transaction(ctx.db, (trx) => auditEvent(trx, ctx, { aksi: 'ekspor', entitas: resource.name, sesudah: JSON.stringify({ filter: ctx.url.search }) }))
  let offset = 0
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(`\uFEFF${stringify([labels])}`)),
    pull: async (controller) => {
      const rows = await pageRows(ctx.reader, module, ctx.actor, query, offset, batch)
      offset += batch
      if (rows.length > 0) controller.enqueue(encoder.encode(stringify(rows.map((row) => columns.map((c) => cell(row[c]))))))
      if (rows.length < batch) controller.close()
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="${resource.name}.csv"` } })
}
