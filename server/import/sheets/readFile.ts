/**
 * Reads an uploaded table in a process of its own: the unpacked size and the parsing time of a file
 * from outside are unknown.
 */
import { invalidField } from '#server/errors.ts'
import { shapeOf, type SheetShape, type ImportKind, type HeadCell } from '#server/import/columns.ts'
import type { Limits } from '#server/import/sheets/sheetTypes.ts'
import { partPath } from '#server/runtime/bundle.ts'
import { runIsolated } from '#server/runtime/sandbox.ts'

/** Input of the process: the file, its limits, and the columns that are known. */
export interface SheetInput {
  bytes: Uint8Array
  limits: Limits
  shape: SheetShape
  /** In which a calendar's moments are days. */
  zone: string
}
/** Head and rows; the rows as the JSON that the job stores, so that they cross over as one text. */
export interface SheetContent {
  kepala: HeadCell[]
  isi: string
  baris: number
  /** Parts of the file that are not read, in words. */
  catatan: readonly string[]
}

const tooHeavy = () =>
  invalidField(
    'file',
    'Berkas terlalu besar atau terlalu rumit untuk dibaca. ' +
      'Simpan sebagai CSV, atau bagi menjadi beberapa berkas.',
  )

/**
 * Reads a file, XLSX, CSV or a calendar. Throws 422 on `file` in words, 503 when too many are read
 * already.
 */
export const readImportFile = (
  jenis: ImportKind,
  bytes: Buffer,
  limits: Limits,
  zone: string,
): Promise<SheetContent> =>
  runIsolated<SheetContent>(
    partPath('import/sheets/readFileProcess.ts'),
    { bytes, limits, shape: shapeOf(jenis), zone } satisfies SheetInput,
    { tooMuch: tooHeavy },
  )
