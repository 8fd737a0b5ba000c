/** Program of the process that reads an uploaded file for readFile.ts. */
import { readSheetRows, hasDays } from '#server/import/columns.ts'
import { isIcs, readIcs } from '#server/import/sheets/ics.ts'
import type { SheetContent, SheetInput, WorkbookInput } from '#server/import/sheets/readFile.ts'
import { readSheet } from '#server/import/sheets/sheet.ts'
import { readWorkbook, type WorkbookContent } from '#server/import/sheets/workbook.ts'
import { answerWith } from '#server/runtime/sandbox.ts'

answerWith((input: SheetInput | WorkbookInput): SheetContent | WorkbookContent => {
  const { bytes, limits } = input
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if ('plan' in input) return readWorkbook(file, limits, input.plan)
  const { shape, zone } = input
  const sheet =
    hasDays(shape) && isIcs(file) ? readIcs(file, limits, zone) : readSheet(file, limits)
  const { kepala, isi } = readSheetRows(shape, sheet)
  return { kepala, isi: JSON.stringify(isi), baris: isi.length, catatan: sheet.notes ?? [] }
})
