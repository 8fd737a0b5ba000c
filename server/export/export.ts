/**
 * Exports all rows of a filtered list as a CSV or XLSX file, with labels, names and dates as the
 * screens show them. A CSV file also contains ids, for programs that read it.
 */
import { importable } from '#contract/import/importKeys.ts'
import type { AnyResource } from '#contract/resource.ts'
import { engineOf } from '#server/db/engine.ts'
import { bindRequest } from '#server/db/sqlite/longWorkLane.ts'
import { transaction } from '#server/db/transaction.ts'
import { invalidField } from '#server/errors.ts'
import { csvFrom, csvLine } from '#server/export/csv.ts'
import { exportedColumns, type Exported } from '#server/export/exported.ts'
import { exportName } from '#server/export/fileName.ts'
import { rowOf, xlsxOf, type CellKind, type SheetColumn } from '#server/export/xlsx.ts'
import { xlsxRow } from '#server/export/xlsxRow.ts'
import type { Ctx } from '#server/http/context.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import type { AnyModule } from '#server/resource/module.ts'
import { readTotals } from '#server/resource/operations/total.ts'
import type { ListQuery } from '#server/resource/query/query.ts'
import { allTexts } from '#server/resource/rows.ts'

const batch = 500
const widths: Record<CellKind, number> = {
  teks: 18,
  angka: 10,
  rupiah: 16,
  persen: 10,
  hari: 12,
  bulan: 18,
  saat: 18,
}
const names = ['name', 'nama']
const sheetColumn = ({ name, label, kind }: Exported): SheetColumn => ({
  label,
  kind,
  width: Math.max(widths[kind] + (names.includes(name) ? 12 : 0), label.length + 4),
})
/**
 * Waits for the first item of a generator and returns a generator of all items. If reading the
 * first item fails, throws the error while an error response is still possible.
 */
const begun = async <T>(all: AsyncGenerator<T>): Promise<AsyncGenerator<T>> => {
  const first = await all.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* all
  })()
}
/** Maximum number of columns read from the query parameter `kolom`; further columns are ignored. */
const mostColumns = 100
/**
 * Returns the columns that the query parameter `kolom` names: those of the screen from which the
 * user exports. Returns undefined for a resource that can be imported, because the file for an
 * import must have all columns.
 */
const shownColumns = (resource: AnyResource, params: URLSearchParams): string[] | undefined =>
  Object.hasOwn(importable, resource.name)
    ? undefined
    : params.get('kolom')?.split(',').slice(0, mostColumns)

/**
 * Returns the bytes of a workbook. If the request names the columns of a screen, the last row of
 * the workbook contains the totals of the list. As on the screen, the totals omit void rows.
 */
const workbook = async (
  ctx: Ctx,
  module: AnyModule,
  query: ListQuery,
  columns: readonly Exported[],
  texts: AsyncGenerator<string[]>,
): Promise<AsyncGenerator<Uint8Array>> => {
  const sheet = columns.map(sheetColumn)
  const totalled: readonly string[] = module.resource.totals
  const isTotalled = columns.some(({ name }) => totalled.includes(name))
  if (!isTotalled || shownColumns(module.resource, ctx.url.searchParams) === undefined)
    return xlsxOf(sheet, texts)
  const { jumlah_baris: count = 0, ...sums } = await readTotals(ctx, module, query)
  const values = columns.map(({ name }, i) => {
    if (totalled.includes(name)) return sums[name]
    return i === 0 ? 'Jumlah' : null
  })
  const withTotals = async function* () {
    yield* texts
    if (count > 0) yield [rowOf(sheet, values)]
  }
  return xlsxOf(sheet, withTotals(), count)
}
/**
 * Handles `GET /<resource>/ekspor?format=csv|xlsx`, which accepts the filters and the order of the
 * list. `kolom` names the columns of the screen. Reads and sends rows in batches, and records the
 * export in the audit log.
 */
export const exportList = async (
  ctx: Ctx,
  module: AnyModule,
  query: ListQuery,
  moduleOf: (name: string) => AnyModule | undefined,
): Promise<Response> => {
  const { resource } = module
  const params = ctx.url.searchParams
  const format = params.get('format') ?? 'csv'
  if (format !== 'csv' && format !== 'xlsx')
    throw invalidField('format', `Format "${format}" tidak dikenal`)
  const columns = await exportedColumns({
    db: ctx.reader,
    actor: ctx.actor,
    module,
    moduleOf,
    params,
    fields: query.fields,
    shown: shownColumns(resource, params),
    format,
  })
  const row = (format === 'csv' ? csvLine : xlsxRow)(columns, engineOf(ctx.reader))
  // Reads the first rows before the response begins, because an error after the beginning can no
  // longer change the status.
  const texts = await begun(
    allTexts({ db: ctx.reader, module, actor: ctx.actor, query }, row, batch),
  )
  await transaction(ctx.db, (trx) =>
    auditEvent(trx, ctx, {
      aksi: 'ekspor',
      entitas: resource.name,
      sesudah: JSON.stringify({ filter: ctx.url.search }),
    }),
  )
  const bytes =
    format === 'csv'
      ? csvFrom(
          columns.map((c) => c.label),
          texts,
        )
      : await workbook(ctx, module, query, columns, texts)
  /** Whether the client has disconnected, possibly while rows were being read. */
  let hasLeft = false
  const body = new ReadableStream<Uint8Array>({
    pull: bindRequest(async (controller) => {
      try {
        const { done, value } = await bytes.next()
        if (hasLeft) return
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        // The status 200 has been sent already. Breaking the connection off shows the client that
        // the file is incomplete.
        ctx.log.error({ err: error, entitas: resource.name }, 'export broke off')
        controller.error(error)
      }
    }),
    cancel: async () => {
      hasLeft = true
      await bytes.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type':
        format === 'csv'
          ? 'text/csv; charset=utf-8'
          : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': `attachment; filename="${await exportName(ctx, resource, format)}"`,
    },
  })
}
