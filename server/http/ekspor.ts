/** The whole filtered list as a file: CSV for programs, as the API answers it; XLSX for people, with labels, names and dates as the screens show them. */
import type * as z from 'zod/mini'
import { metaOf, type FieldMeta } from '#contract/fields.ts'
import { transaction } from '#server/db/transaction.ts'
import { invalidField } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { csvOf } from '#server/http/csv.ts'
import type { AnyModule } from '#server/http/module.ts'
import type { ListQuery } from '#server/http/query.ts'
import { allRows, auditEvent, type AnyRow } from '#server/http/rows.ts'
import { xlsxOf, type CellKind, type SheetColumn } from '#server/http/xlsx.ts'

const batch = 1000
interface Column { name: string; label: string; meta: FieldMeta | undefined; /** Relation whose name stands for the id. */ shown: { expand: string; by: string } | undefined }

const columnsOf = ({ resource }: AnyModule, fields: string[] | undefined): Column[] => {
  const shape: Record<string, z.core.$ZodType> = { ...resource.entity.shape, ...resource.fields, ...resource.computed }
  const metas = (name: string) => (Object.hasOwn(shape, name) ? metaOf(shape[name]!) : undefined)
  // What is stored encrypted never leaves in a file, not even its mask; the number of a file says nothing.
  const secret = (name: string) => metas(name)?.rahasia === true
  const asked = fields?.find(secret)
  if (asked) throw invalidField('fields', `Field "${asked}" tidak diekspor`)
  return (fields ?? Object.keys(resource.entity.shape).filter((name) => !secret(name) && metas(name)?.control !== 'file')).map((name) => {
    const meta = metas(name)
    const one = Object.entries(resource.expand).find(([, e]) => e.kind === 'one' && e.by === name && name !== 'id')
    const by = one && ['nama', 'name'].find((n) => n in one[1].schema.shape)
    return { name, label: meta?.label ?? name, meta, shown: one && by ? { expand: one[0], by } : undefined }
  })
}
const kindOf = ({ name, meta }: Column): CellKind => {
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
const widths: Record<CellKind, number> = { teks: 18, angka: 10, rupiah: 16, persen: 10, hari: 12, saat: 18 }
const sheetColumn = (column: Column): SheetColumn => {
  const kind = kindOf(column)
  const label = kind === 'saat' ? `${column.label} (WIB)` : column.label
  return { label, kind, width: Math.max(widths[kind] + (column.name === 'name' || column.name === 'nama' ? 12 : 0), label.length + 4) }
}
/** A value as the screens say it. */
const said = ({ name, meta, shown }: Column, row: AnyRow): unknown => {
  const value = row[name]
  const related = shown && row[shown.expand]
  if (shown && typeof related === 'object' && related !== null && shown.by in related) return (related as Record<string, unknown>)[shown.by]
  if (typeof value === 'boolean') return value ? 'Ya' : 'Tidak'
  if (Array.isArray(value)) return value.join(', ')
  return meta?.options?.find((o) => o.value === value)?.label ?? value
}

/** The answer to `GET /<resource>/ekspor?format=csv|xlsx` with a list's filters: read and sent a thousand rows at a time, on the record. */
export const exportList = async (ctx: Ctx, module: AnyModule, query: ListQuery): Promise<Response> => {
  const { resource } = module
  const format = ctx.url.searchParams.get('format') ?? 'csv'
  if (format !== 'csv' && format !== 'xlsx') throw invalidField('format', `Format "${format}" tidak dikenal`)
  const columns = columnsOf(module, query.fields)
  // What a relation follows is read even where `fields` names other columns only.
  const expand = format === 'xlsx' ? columns.flatMap((c) => (c.shown ? [c.shown.expand] : [])) : []
  await transaction(ctx.db, (trx) => auditEvent(trx, ctx, { aksi: 'ekspor', entitas: resource.name, sesudah: JSON.stringify({ filter: ctx.url.search }) }))
  const batches = async function* (valueOf: (column: Column, row: AnyRow) => unknown) {
    for await (const rows of allRows(ctx.reader, module, ctx.actor, { ...query, expand }, batch)) yield rows.map((row) => columns.map((c) => valueOf(c, row)))
  }
  const bytes = format === 'csv' ? csvOf(columns.map((c) => c.label), batches((c, row) => row[c.name])) : xlsxOf(columns.map(sheetColumn), batches(said))
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await bytes.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        // The head has been sent: all that is left is to break off, so that half a file is not taken for a whole one.
        ctx.log.error({ err: error, entitas: resource.name }, 'ekspor terputus')
        controller.error(error)
      }
    },
    cancel: async () => { await bytes.return(undefined) },
  })
  return new Response(body, {
    headers: {
      'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Content-Disposition': `attachment; filename="${resource.name}.${format}"`,
    },
  })
}
