/** Returns a sheet for download: a template, or the rejected rows of an import. */
import { csvOf } from '#server/export/csv.ts'
import { rowOf, xlsxOf, type SheetColumn } from '#server/export/xlsx.ts'
import { attachment } from '#server/http/body/upload.ts'

const once = async function* <T>(value: T): AsyncGenerator<T> {
  yield value
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const download = (type: string, name: string, bytes: Uint8Array): Response =>
  new Response(Buffer.from(bytes), {
    headers: { 'Content-Type': type, 'Content-Disposition': attachment(name) },
  })
/** Returns a response with a workbook. */
export const workbookResponse = (name: string, bytes: Uint8Array): Response =>
  download(xlsxType, `${name}.xlsx`, bytes)

/** Returns a response with the sheet as a file of the requested format. */
export const sheetResponse = async (
  format: 'xlsx' | 'csv',
  name: string,
  columns: readonly SheetColumn[],
  rows: readonly unknown[][],
): Promise<Response> => {
  const labels = columns.map((c) => c.label)
  const stream =
    format === 'csv'
      ? csvOf(labels, once(rows))
      : xlsxOf(columns, once(rows.map((row) => rowOf(columns, row))))
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  const type = format === 'csv' ? 'text/csv; charset=utf-8' : xlsxType
  return download(type, `${name}.${format}`, Buffer.concat(parts))
}
