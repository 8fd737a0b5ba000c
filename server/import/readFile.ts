/**
 * An uploaded table as an import keeps it, read in a process of its own: what it unpacks to is
 * nobody's guess.
 */
import { partPath } from '#server/bundle.ts'
import { invalidField } from '#server/errors.ts'
import { shapeOf, type SheetShape, type ImportKind, type HeadCell } from '#server/import/columns.ts'
import type { Limits } from '#server/import/sheetTypes.ts'
import { runIsolated } from '#server/isolated.ts'

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
    partPath('import/readFileProcess.ts'),
    { bytes, limits, shape: shapeOf(jenis), zone } satisfies SheetInput,
    { tooMuch: tooHeavy },
  )
