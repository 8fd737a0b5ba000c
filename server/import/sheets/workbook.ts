/** Reads all known sheets of the workbook with which a school moves in (decision 0251). */
import type { PindahanMap } from '#contract/import/pindahanCalls.ts'
import { HttpError } from '#server/errors.ts'
import {
  findSheetRows,
  foldTitle,
  keysByTitle,
  type FileRow,
  type HeadCell,
  type SheetShape,
} from '#server/import/columns.ts'
import { refuse, type Limits } from '#server/import/sheets/sheetTypes.ts'
import { shownText } from '#server/import/sheets/xlsxFormats.ts'
import {
  columnLetters,
  readWorkbookSheets,
  type NamedSheet,
} from '#server/import/sheets/xlsxSheet.ts'

/** Known sheet: the import of its rows, and the names that a tab with these rows may have. */
interface SheetPlan {
  kunci: string
  names: readonly string[]
  shape: SheetShape
}
export interface WorkbookPlan {
  sheets: readonly SheetPlan[]
  map: PindahanMap
  headLines: number
  /** Names of sheets of the template that have no rows to import. */
  skipped: readonly string[]
}
/** Problem of a whole sheet (`baris` 0) or of one cell that keeps the sheet from being read. */
interface SheetProblem {
  baris: number
  kolom: string
  pesan: string
}
export interface ReadSheet {
  kunci: string
  judul: string
  kepala: HeadCell[]
  isi: FileRow[]
  catatan: readonly string[]
  masalah: SheetProblem[]
}
export interface WorkbookContent {
  lembar: ReadSheet[]
  lembar_lain: string[]
  catatan: string[]
}

/** Returns the kind of a tab by the name that the caller gave it, or by its own name. */
const planOf = ({ sheets, map }: WorkbookPlan, name: string): SheetPlan | undefined => {
  const mapped = Object.hasOwn(map, name) ? map[name]?.lembar : undefined
  const title = foldTitle(name)
  return sheets.find(({ kunci, names }) =>
    mapped === undefined ? names.some((n) => foldTitle(n) === title) : kunci === mapped,
  )
}

/** Adds the headings that the caller has mapped to the other titles of the columns. */
const withMapped = (shape: SheetShape, mapped: Readonly<Record<string, string>>): SheetShape => ({
  ...shape,
  columns: Object.fromEntries(
    Object.entries(shape.columns).map(([key, column]) => {
      const titles = Object.entries(mapped).flatMap(([title, to]) => (to === key ? [title] : []))
      return [key, { ...column, alias: [...(column.alias ?? []), ...titles] }]
    }),
  ),
})

/**
 * Returns the sheet from its header on. The header is the line with the most known titles among the
 * first lines; a line above it may be a title of the sheet that is also the name of a column.
 */
const fromHeader = (shape: SheetShape, sheet: NamedSheet, headLines: number): NamedSheet => {
  const keys = keysByTitle(shape)
  const counts = sheet.rows.slice(0, headLines).map(({ cells, formats }) => {
    const titles = [...cells].map(([i, cell]) =>
      foldTitle(shownText(cell, formats?.get(i), sheet.epoch)),
    )
    return new Set(titles.map((title) => keys.get(title)).filter((key) => key !== undefined)).size
  })
  return { ...sheet, rows: sheet.rows.slice(counts.indexOf(Math.max(...counts))) }
}

/** Returns the unknown titles of a sheet that cannot be read, which the caller may map. */
const unknownTitles = (shape: SheetShape, { rows: [head], epoch }: NamedSheet): HeadCell[] => {
  const keys = keysByTitle(shape)
  return [...(head?.cells ?? [])]
    .map(([i, cell]) => ({ judul: shownText(cell, head?.formats?.get(i), epoch), kunci: null }))
    .filter(({ judul }) => !keys.has(foldTitle(judul)))
}

/** Returns a note about columns with values but without a heading, as below a merged heading. */
const untitledNote = ({ rows: [head, ...rows] }: NamedSheet): string[] => {
  const untitled = new Set(
    rows.flatMap(({ cells }) => [...cells.keys()].filter((i) => !head?.cells.has(i))),
  )
  const letters = [...untitled].toSorted((a, b) => a - b).map(columnLetters)
  return letters.length > 0 ? [`Kolom tanpa judul tidak dibaca: ${letters.join(', ')}`] : []
}

const readOne = (plan: SheetPlan, sheet: NamedSheet, { map, headLines }: WorkbookPlan) => {
  const { name, errors, notes = [] } = sheet
  const mapped = Object.hasOwn(map, name) ? map[name]?.kolom : undefined
  const shape = withMapped(plan.shape, mapped ?? {})
  const result = { kunci: plan.kunci, judul: name, kepala: [], isi: [], catatan: notes }
  if (errors.length > 0) {
    const masalah = errors.map((cell) => ({
      baris: cell.line,
      kolom: `Sel ${cell.address}`,
      pesan: cell.text,
    }))
    return { ...result, masalah }
  }
  const headed = fromHeader(shape, sheet, headLines)
  try {
    const catatan = [...notes, ...untitledNote(headed)]
    return { ...result, catatan, ...findSheetRows(shape, headed), masalah: [] }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const pesan = error.errors?.[0]?.message ?? error.message
    const kepala = unknownTitles(shape, headed)
    return { ...result, kepala, masalah: [{ baris: headed.rows[0]?.line ?? 0, kolom: '', pesan }] }
  }
}

/**
 * Reads the known sheets of a workbook in the order of the plan. Sheets without rows are omitted. A
 * sheet that cannot be read has `masalah` instead of rows. A workbook may have only unknown sheets
 * (`lembar_lain`), which the caller maps. Throws 422 on `file` when the whole workbook cannot be
 * read, exceeds a limit, or has neither an unknown sheet nor a known sheet with rows.
 */
export const readWorkbook = (
  bytes: Buffer,
  limits: Limits,
  plan: WorkbookPlan,
): WorkbookContent => {
  if (bytes.readUInt32BE(0) !== 0x504b0304)
    throw refuse('Pilih satu berkas Excel (XLSX). Simpan berkas lain sebagai XLSX tanpa password.')
  const { sheets, others, notes } = readWorkbookSheets(
    bytes,
    limits,
    (name) => planOf(plan, name) !== undefined,
  )
  const lembar = plan.sheets
    .flatMap((sheetPlan) =>
      sheets
        .filter(({ name, rows }) => planOf(plan, name) === sheetPlan && rows.length > 0)
        .map((sheet): ReadSheet => readOne(sheetPlan, sheet, plan)),
    )
    .filter(({ isi, masalah }) => isi.length > 0 || masalah.length > 0)
  const lembar_lain = others.filter((name) => !plan.skipped.includes(name))
  if (lembar.length + lembar_lain.length === 0)
    throw refuse(
      [
        'Tidak ada lembar berisi yang dikenal',
        ...notes,
        `Nama lembar yang dikenal: ${plan.sheets.map(({ names }) => names[0]).join(', ')}`,
      ].join('. '),
    )
  const total = lembar.reduce((sum, { isi }) => sum + isi.length, 0)
  if (total > limits.rows)
    throw refuse(
      `Terlalu banyak baris: maksimal ${limits.rows.toLocaleString('id-ID')} di semua lembar. Bagi menjadi beberapa berkas.`,
    )
  return { lembar, lembar_lain, catatan: notes }
}
