/**
 * Reads an uploaded table in a separate process with limits of time and memory, because a malicious
 * file may unpack to any size and take any time.
 */
import { invalidField } from '#server/errors.ts'
import { shapeOf, type SheetShape, type ImportKind, type HeadCell } from '#server/import/columns.ts'
import type { Limits } from '#server/import/sheets/sheetTypes.ts'
import type { WorkbookContent, WorkbookPlan } from '#server/import/sheets/workbook.ts'
import { partPath } from '#server/runtime/bundle.ts'
import { runIsolated } from '#server/runtime/sandbox.ts'

/** Message to the process: the file, its limits, and the columns of the import. */
export interface SheetInput {
  bytes: Uint8Array
  limits: Limits
  shape: SheetShape
  /** Time zone in which the times of a calendar are converted to days. */
  zone: string
}
/** Message to the process: a workbook, and the sheets that it may have. */
export interface WorkbookInput {
  bytes: Uint8Array
  limits: Limits
  plan: WorkbookPlan
}
/** Header and rows of a file. */
export interface SheetContent {
  kepala: HeadCell[]
  /** Rows as the JSON text that the import job stores. */
  isi: string
  /** Number of rows in `isi`. */
  baris: number
  /** Notes for the user about parts of the file that are ignored. */
  catatan: readonly string[]
}

const tooHeavy = () =>
  invalidField(
    'file',
    'Berkas terlalu besar atau terlalu rumit untuk dibaca. ' +
      'Hapus isi dan format yang tidak perlu, atau bagi menjadi beberapa berkas.',
  )

/**
 * Reads an XLSX, CSV or calendar file. Throws 422 on `file`, with a message for the user, when the
 * file cannot be read. Throws 503 when too many files are being read.
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

/** Reads all known sheets of a workbook. Throws 422 and 503 like `readImportFile`. */
export const readWorkbookFile = (
  bytes: Buffer,
  limits: Limits,
  plan: WorkbookPlan,
): Promise<WorkbookContent> =>
  runIsolated<WorkbookContent>(
    partPath('import/sheets/readFileProcess.ts'),
    { bytes, limits, plan } satisfies WorkbookInput,
    { tooMuch: tooHeavy },
  )
