/** The whole filtered list as a file: CSV for programs, as the API answers it; XLSX for people, with labels, names and dates as the screens show them. */
import type * as z from 'zod/mini'
import { metaOf, type FieldMeta } from '#contract/fields.ts'
import { engineOf } from '#server/db/engine.ts'
import { bindRequest } from '#server/db/lane.ts'
import { transaction } from '#server/db/transaction.ts'
import { invalidField } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { csvFrom, csvLine } from '#server/http/csv.ts'
import type { AnyModule } from '#server/http/module.ts'
import { column, type ListQuery } from '#server/http/query.ts'
import { allTexts, auditEvent } from '#server/http/rows.ts'
import { xlsxOf, type CellKind, type SheetColumn } from '#server/http/xlsx.ts'
import { xlsxRow, type Exported } from '#server/http/xlsxRow.ts'

const batch = 500
interface Column extends Exported { name: string; label: string }

const kindOf = (name: string, meta: FieldMeta | undefined): CellKind => {
  if (name.endsWith('_at')) return 'saat'
  if (meta?.options) return 'teks'
  switch (meta?.control) {
    case 'rupiah': return 'rupiah'
    case 'percent': return 'persen'
    case 'date': return 'hari'
    case 'number': return 'angka'
    default: return 'teks'
  }
}
const columnsOf = ({ resource }: AnyModule, fields: string[] | undefined): Column[] => {
  const shape: Record<string, z.core.$ZodType> = { ...resource.entity.shape, ...resource.fields, ...resource.computed }
  const metas = (name: string) => (Object.hasOwn(shape, name) ? metaOf(shape[name]!) : undefined)
  // What is stored encrypted never leaves in a file, not even its mask; the number of a file says nothing.
  const secret = (name: string) => metas(name)?.rahasia === true
  const asked = fields?.find(secret)
  if (asked) throw invalidField('fields', `Field "${asked}" tidak diekspor`)
  return (fields ?? Object.keys(resource.entity.shape).filter((name) => !secret(name) && metas(name)?.control !== 'file')).map((name) => {
    const meta = metas(name)
    const one = Object.values(resource.expand).find((e) => e.kind === 'one' && e.by === name && name !== 'id')
    const by = one && ['nama', 'name'].find((n) => n in one.schema.shape)
    return { name, label: meta?.label ?? name, value: column(resource, name), schema: shape[name]!, meta, kind: kindOf(name, meta), shown: one && by ? { from: one.from, on: one.on, by } : undefined }
  })
}
const widths: Record<CellKind, number> = { teks: 18, angka: 10, rupiah: 16, persen: 10, hari: 12, saat: 18 }
const sheetColumn = (column: Column): SheetColumn => {
  const label = column.kind === 'saat' ? `${column.label} (WIB)` : column.label
  return { label, kind: column.kind, width: Math.max(widths[column.kind] + (column.name === 'name' || column.name === 'nama' ? 12 : 0), label.length + 4) }
}
/** A generator of which the first has been asked for. */
const begun = async <T>(all: AsyncGenerator<T>): Promise<AsyncGenerator<T>> => {
  const first = await all.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* all
  })()
}
/** The answer to `GET /<resource>/ekspor?format=csv|xlsx` with a list's filters: read and sent some rows at a time, on the record. */
export const exportList = async (ctx: Ctx, module: AnyModule, query: ListQuery): Promise<Response> => {
  const { resource } = module
  const format = ctx.url.searchParams.get('format') ?? 'csv'
  if (format !== 'csv' && format !== 'xlsx') throw invalidField('format', `Format "${format}" tidak dikenal`)
  const columns = columnsOf(module, query.fields)
  const row = format === 'csv' ? csvLine(resource, columns.map((c) => c.name)) : xlsxRow(columns, engineOf(ctx.reader))
  // The first rows before the answer begins: until then it can still say that it cannot be given.
  const texts = await begun(allTexts(ctx.reader, module, ctx.actor, query, row, batch))
  await transaction(ctx.db, (trx) => auditEvent(trx, ctx, { aksi: 'ekspor', entitas: resource.name, sesudah: JSON.stringify({ filter: ctx.url.search }) }))
  const bytes = format === 'csv' ? csvFrom(columns.map((c) => c.label), texts) : xlsxOf(columns.map(sheetColumn), texts)
  const body = new ReadableStream<Uint8Array>({
    pull: bindRequest(async (controller) => {
      try {
        const { done, value } = await bytes.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        // The head has been sent: all that is left is to break off, so that half a file is not taken for a whole one.
        ctx.log.error({ err: error, entitas: resource.name }, 'ekspor terputus')
        controller.error(error)
      }
    }),
    cancel: async () => { await bytes.return(undefined) },
  })
  return new Response(body, {
    headers: {
      'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Content-Disposition': `attachment; filename="${resource.name}.${format}"`,
    },
  })
}
