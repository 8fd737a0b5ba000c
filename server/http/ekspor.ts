/** The whole filtered list as a file: CSV for programs, as the API answers it; XLSX for people, with labels, names and dates as the screens show them. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { metaOf, type FieldMeta } from '#contract/fields.ts'
import type { Db } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { invalidField } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { csvFrom, csvLine } from '#server/http/csv.ts'
import type { AnyModule } from '#server/http/module.ts'
import type { ListQuery } from '#server/http/query.ts'
import { allRows, allTexts, auditEvent, type AnyRow } from '#server/http/rows.ts'
import { xlsxOf, type CellKind, type SheetColumn } from '#server/http/xlsx.ts'

// Few enough that a batch is gone before the garbage collector would keep it.
const batch = 100
const lines = 500
interface Column { name: string; label: string; meta: FieldMeta | undefined; /** Table and columns of the relation whose name stands for the id. */ shown: { from: string; on: string; by: string } | undefined }

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
    return { name, label: meta?.label ?? name, meta, shown: one && by ? { from: one.from, on: one.on, by } : undefined }
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
type Say = (row: AnyRow) => unknown
/** A column's values as the screens say them. */
const saying = ({ name, meta }: Column, names: ReadonlyMap<unknown, unknown> | undefined): Say => {
  const labels = meta?.options && new Map<unknown, string>(meta.options.map((o) => [o.value, o.label]))
  return (row) => {
    const value = row[name]
    if (typeof value === 'boolean') return value ? 'Ya' : 'Tidak'
    if (Array.isArray(value)) return value.join(', ')
    return names?.get(value) ?? labels?.get(value) ?? value
  }
}

const remembered = 5000
/** Names of what a column refers to: each is read once, not with every batch. */
const namesOf = (db: Db, { name, shown }: Column) => {
  const names = new Map<unknown, unknown>()
  const read = async (rows: readonly AnyRow[]): Promise<void> => {
    if (!shown) return
    if (names.size > remembered) names.clear()
    const asked = [...new Set(rows.map((row) => row[name]))].filter((id) => id !== null && id !== undefined && !names.has(id))
    if (asked.length === 0) return
    const found = await sql<{ id: unknown; nama: unknown }>`select ${sql.ref(shown.on)} as id, ${sql.ref(shown.by)} as nama from ${sql.table(shown.from)} where ${sql.ref(shown.on)} in (${sql.join(asked)})`.execute(db)
    for (const { id, nama } of found.rows) names.set(id, nama)
  }
  return { names: shown && names, read }
}

/** The answer to `GET /<resource>/ekspor?format=csv|xlsx` with a list's filters: read and sent a hundred rows at a time, on the record. */
export const exportList = async (ctx: Ctx, module: AnyModule, query: ListQuery): Promise<Response> => {
  const { resource } = module
  const format = ctx.url.searchParams.get('format') ?? 'csv'
  if (format !== 'csv' && format !== 'xlsx') throw invalidField('format', `Format "${format}" tidak dikenal`)
  const columns = columnsOf(module, query.fields)
  await transaction(ctx.db, (trx) => auditEvent(trx, ctx, { aksi: 'ekspor', entitas: resource.name, sesudah: JSON.stringify({ filter: ctx.url.search }) }))
  const shown = async function* () {
    const relations = columns.map((column) => namesOf(ctx.reader, column))
    const says = columns.map((column, i) => saying(column, relations[i]!.names))
    for await (const rows of allRows(ctx.reader, module, ctx.actor, { ...query, expand: [] }, batch)) {
      for (const { read } of relations) await read(rows)
      yield rows.map((row) => says.map((say) => say(row)))
    }
  }
  const bytes = format === 'csv' ? csvFrom(columns.map((c) => c.label), allTexts(ctx.reader, module, ctx.actor, query, csvLine(module.resource, columns.map((c) => c.name)), lines)) : xlsxOf(columns.map(sheetColumn), shown())
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
