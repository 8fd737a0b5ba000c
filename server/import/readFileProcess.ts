/** The process in which a sheet that somebody imports is read (readFile.ts). */
import { readSheetRows, hasDays } from '#server/import/columns.ts'
import { isIcs, readIcs } from '#server/import/ics.ts'
import type { SheetInput, SheetContent } from '#server/import/readFile.ts'
import { readSheet } from '#server/import/sheet.ts'
import { answerWith } from '#server/isolated.ts'

answerWith(({ bytes, limits, shape, zone }: SheetInput): SheetContent => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const sheet =
    hasDays(shape) && isIcs(file) ? readIcs(file, limits, zone) : readSheet(file, limits)
  const { kepala, isi } = readSheetRows(shape, sheet)
  return { kepala, isi: JSON.stringify(isi), baris: isi.length, catatan: sheet.notes ?? [] }
})
