/**
 * The columns of an import, and how what stands in their cells is read: of any sheet, by what a
 * kind of import says of its own.
 */
import { unknownChoice } from '#contract/fieldMeta.ts'
import type { ImporName } from '#contract/import/importKeys.ts'
import { monthOfWord } from '#contract/values/tanggal.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { invalidField } from '#server/errors.ts'
import { xmlText, type SheetColumn } from '#server/export/xlsx.ts'
import type { Ctx } from '#server/http/context.ts'
import { fewerCells, moreCells } from '#server/import/sheets/csvText.ts'
import type { Cell, Sheet, SheetRow } from '#server/import/sheets/sheetTypes.ts'
import { shownText } from '#server/import/sheets/xlsxFormats.ts'

/** Ways to convert a cell to text; by name, so that the name can be sent to another process. */
type CellReader = 'angka' | 'hari' | 'jam' | 'persen' | 'kodePos'
/**
 * Rules for reading a column. `sel` converts a cell to the text that the job keeps; `nilai`
 * converts the text to its value. Any other text is returned unchanged, so that the rule of the
 * field rejects the text.
 */
export interface ImportColumn {
  label: string
  required?: true
  /** Allowed values of a column with few values. */
  choices?: readonly string[]
  alias?: readonly string[]
  example?: string
  kind?: SheetColumn['kind']
  /** Value for a dash, where null does not empty the field. */
  dashValue?: unknown
  sel?: CellReader
  parse?: (text: string) => unknown
}
/**
 * Values of a row, by column: a cell that holds a dash empties its field (null), empty cells are
 * omitted.
 */
export type RowValues = Readonly<Record<string, unknown>>
export type Mode = 'tambah' | 'perbarui'
/** `sama`: the file says of a row what is there, and nothing is written. */
export interface RowResult {
  outcome: 'baru' | 'diperbarui' | 'sama'
  isNewAkun: boolean
}
export interface Problem {
  kolom: string
  pesan: string
}
/** A kind of import: its columns, which rows belong together, and how one is written. */
export interface ImportKind {
  nama: ImporName
  /** Name of its files. */
  fileName: string
  /** The column that must be there, and names a row. */
  mainColumn: string
  columns: Readonly<Record<string, ImportColumn>>
  /** Marks of a row: rows that share one are tried and run together, in the order of the file. */
  marks: (values: RowValues) => string[]
  /**
   * Maximum number of rows with one mark: more are no family but a copied number; the error is at
   * `kolom`.
   */
  limit?: { baris: number; kolom: string; pesan: string }
  /**
   * Reads the references of a group's rows; returns the function that imports a row, which throws
   * HttpError naming the columns. The caller must roll back rows written before the error.
   */
  prepare: (trx: Trx, ctx: Ctx) => Promise<(mode: Mode, values: RowValues) => Promise<RowResult>>
}
/** Parts of an import kind that are needed to read a sheet. */
export interface SheetShape {
  mainColumn: string
  columns: Readonly<Record<string, Pick<ImportColumn, 'label' | 'alias' | 'sel'>>>
}
/** Returns an import kind without its functions, which cannot be sent to another process. */
export const shapeOf = ({ mainColumn, columns }: ImportKind): SheetShape => ({
  mainColumn,
  columns: Object.fromEntries(
    Object.entries(columns).map(([key, { label, alias, sel }]) => [key, { label, alias, sel }]),
  ),
})
/** Days come from a calendar as well. */
export const hasDays = ({ columns }: SheetShape): boolean =>
  'tanggal' in columns && 'nama' in columns
/**
 * Describes the problems of a row for the person who corrects the row: for a wrong choice, the text
 * lists the allowed ones.
 */
export const explain = (jenis: ImportKind, problems: readonly Problem[]): Problem[] =>
  problems.map(({ kolom, pesan }) => {
    const { choices } = jenis.columns[kolom] ?? {}
    const isExplained = choices && pesan === unknownChoice
    return { kolom, pesan: isExplained ? `${pesan}. Yang ada: ${choices.join(', ')}` : pesan }
  })
export const columnLabel = (jenis: SheetShape, key: string): string =>
  jenis.columns[key]?.label ?? key

/** Columns that our own files add: read again, they mean nothing. */
export const problemColumn = 'Kesalahan'
/** A row as the job keeps it: its line in the file and its cells as text, by the file's columns. */
export interface FileRow {
  baris: number
  sel: string[]
}
/** A column of the file; `kunci` null when it means nothing here. */
export interface HeadCell {
  judul: string
  kunci: string | null
}

const foldTitle = (judul: string): string =>
  fold(judul)
    .replace(/\([^()]*\)|\*/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
const keysByTitle = ({ columns }: SheetShape): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(columns)
      .flatMap(([key, { label, alias = [] }]) =>
        [key, key.replace(/_id$/, ''), label, ...alias].map((nama): [string, string] => [
          foldTitle(nama),
          key,
        ]),
      )
      .toReversed(),
  )

const dayMs = 86_400_000
const isoDay = (y: number, m: number, d: number): string =>
  `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
/** A day of the calendar; what is none stays as it was typed, for who corrects it. */
const dayOr = (text: string, ...[y, m, d]: [number, number, number]): string => {
  const date = new Date(Date.UTC(y, m - 1, d))
  return date.getUTCMonth() === m - 1 && date.getUTCDate() === d ? isoDay(y, m, d) : text
}
/**
 * A day however it was written: as a spreadsheet counts it, `2015-03-04`, `4/3/2015`, `4 Maret
 * 2015`.
 */
const dayCell = (cell: Cell, epoch: number): string => {
  if (typeof cell === 'number' && cell > 366 && cell < 100_000)
    return new Date(Math.floor(cell + epoch) * dayMs).toISOString().slice(0, 10)
  const text = String(cell)
    .trim()
    .replace(/^(\d{4}-\d\d-\d\d)[T ]00:00(:00(\.0+)?)?Z?$/, '$1')
  const numeric = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text)
  if (numeric) return dayOr(text, Number(numeric[3]), Number(numeric[2]), Number(numeric[1]))
  const worded = /^(\d{1,2})[\s-]+([a-z]+)[\s-]+(\d{4})$/i.exec(text)
  const month = monthOfWord(worded?.[2] ?? '')
  return worded && month > 0 ? dayOr(text, Number(worded[3]), month, Number(worded[1])) : text
}
/** Percent as a spreadsheet keeps it: 11 % is 0.11. */
const percentCell = (cell: Cell): string =>
  typeof cell === 'number' && cell > 0 && cell < 1
    ? `${Math.round(cell * 10_000) / 100}`
    : String(cell)
/** A postal code that a spreadsheet took for a number. */
const kodePosCell = (cell: Cell): string =>
  typeof cell === 'number' ? String(cell).padStart(5, '0') : String(cell)
/** A time of day: as a spreadsheet counts it, `8.00`, `8:00`, `08:00:00`. */
const timeCell = (cell: Cell): string => {
  const minutes =
    typeof cell === 'number' && cell >= 0 && cell < 1 ? Math.round(cell * 1440) : undefined
  const match = /^(\d{1,2})[.:](\d\d)(?::\d\d)?$/.exec(
    String(typeof cell === 'number' && cell >= 1 ? cell.toFixed(2) : cell).trim(),
  )
  if (minutes !== undefined)
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return match ? `${match[1]?.padStart(2, '0')}:${match[2]}` : String(cell)
}
/** A number without the marks that its format adds. */
const numberCell = (cell: Cell): string => shownText(cell, undefined, 0)
const cellReaders: Record<CellReader, (cell: Cell, epoch: number) => string> = {
  angka: numberCell,
  hari: dayCell,
  jam: timeCell,
  persen: percentCell,
  kodePos: kodePosCell,
}
/** Yes in the ways that people tick a box. */
export const isYes = (text: string): boolean => /^(ya|y|yes|1|true|x|v|setuju|benar)$/i.test(text)

/**
 * Throws 422 for a row of a CSV whose cells cannot stand under their headings: a missing separator
 * moves all cells after it. Empty cells at the end are a habit of some programs.
 */
const checkWidth = (head: SheetRow, { line, cells, width }: SheetRow): void => {
  if (width === undefined || head.width === undefined || width === head.width) return
  if (width < head.width) throw invalidField('file', fewerCells(line, width, head.width))
  const filled = Math.max(...cells.keys()) + 1
  if (filled > head.width) throw invalidField('file', moreCells(line, width, head.width))
}

/**
 * Head and rows of a sheet. Throws 422 when it is no import: no head that we know, no rows, a
 * column twice, a row of a CSV with more or fewer cells than the head.
 */
export const readSheetRows = (
  jenis: SheetShape,
  { rows, epoch }: Sheet,
): { kepala: HeadCell[]; isi: FileRow[] } => {
  const [head, ...rest] = rows
  if (!head) throw invalidField('file', 'Berkas kosong')
  for (const row of rest) checkWidth(head, row)
  const names = keysByTitle(jenis)
  const width = Math.max(...head.cells.keys()) + 1
  const kepala = Array.from({ length: width }, (_, i): HeadCell => {
    const judul = shownText(head.cells.get(i) ?? '', head.formats?.get(i), epoch)
    return { judul, kunci: names.get(foldTitle(judul)) ?? null }
  })
  if (!kepala.some((k) => k.kunci === jenis.mainColumn))
    throw invalidField(
      'file',
      `Kolom "${columnLabel(jenis, jenis.mainColumn)}" tidak ada. Baris pertama harus berisi judul kolom seperti pada template.`,
    )
  const duplicate = kepala.find(
    (k, i) => k.kunci !== null && kepala.findIndex((headCell) => headCell.kunci === k.kunci) !== i,
  )
  if (duplicate) throw invalidField('file', `Kolom "${duplicate.judul}" ada dua kali`)
  const fileRows = rest
    .map(({ line, cells, formats }) => ({
      baris: line,
      sel: kepala.map(({ kunci }, i) => {
        const cell = cells.get(i) ?? ''
        const reader = kunci === null ? undefined : jenis.columns[kunci]?.sel
        return reader ? cellReaders[reader](cell, epoch) : shownText(cell, formats?.get(i), epoch)
      }),
    }))
    .filter(
      ({ sel }) =>
        !sel.some((s, i) => kepala[i]?.kunci === jenis.mainColumn && /^contoh:/i.test(s)) &&
        sel.some((s, i) => s !== '' && kepala[i]?.kunci !== null),
    )
  if (fileRows.length === 0) throw invalidField('file', 'Tidak ada baris untuk diimpor')
  return { kepala, isi: fileRows }
}

/** A cell that people write for nothing: a dash, however their spreadsheet draws it. */
const isDash = (text: string): boolean => /^[-–—]$/.test(text)
/** Returns the value of a non-empty cell in its column. */
const valueOf = (column: ImportColumn, text: string): unknown => {
  if (isDash(text)) return column.dashValue ?? null
  return column.parse ? column.parse(text) : text
}
/** Returns the values of a row, by column. */
export const valuesOf = (
  jenis: ImportKind,
  kepala: readonly HeadCell[],
  { sel }: FileRow,
): RowValues =>
  Object.fromEntries(
    kepala.flatMap(({ kunci }, i): [string, unknown][] => {
      const text = sel[i]?.trim() ?? ''
      const column = kunci === null ? undefined : jenis.columns[kunci]
      return kunci === null || !column || text === '' ? [] : [[kunci, valueOf(column, text)]]
    }),
  )

/**
 * A text as a file of ours can say it: one sign for a break of a line, without the signs that XML
 * has not.
 */
const readable = (value: unknown): unknown =>
  typeof value === 'string' ? xmlText(value).trim() : value
/** Whether what a cell says, read by the rules of its field, is what is there already. */
export const isSameValue = (old: unknown, fresh: unknown): boolean =>
  // Somebody once wrote a dash for nothing: it comes back as what empties.
  (fresh === null && typeof old === 'string' && isDash(old)) ||
  JSON.stringify(readable(old ?? null)) === JSON.stringify(readable(fresh ?? null))

/**
 * The parts of a cell that holds several, split at semicolons. One that has a semicolon itself
 * stands in quotes, as our own files write it.
 */
export const splitList = (text: string): string[] => {
  const parts: string[] = []
  let [open, quotes] = ['', 0]
  for (const piece of text.split(';')) {
    open = open === '' ? piece.trim() : `${open};${piece}`
    quotes += piece.split('"').length - 1
    // A quoted part ends only with a quote, so a semicolon inside quotes does not split.
    if (open.startsWith('"') && quotes % 2 === 1) continue
    parts.push(open.trim())
    open = ''
    quotes = 0
  }
  if (open !== '') parts.push(...open.split(';').map((t) => t.trim()))
  return parts
    .map((t) => (/^".*"$/s.test(t) ? t.slice(1, -1).replaceAll('""', '"') : t))
    .filter((t) => t !== '')
}

/** Said in the template's own words; such rows are not imported. */
const exampleHint =
  'Contoh: saat memperbarui, sel kosong dibiarkan dan sel berisi tanda - dikosongkan (hapus baris ini)'
/** Head and examples of the template. */
export const templateContent = (jenis: ImportKind) => {
  const columns = Object.values(jenis.columns)
  return {
    columns: columns.map((k): SheetColumn => ({
      label: k.required ? `${k.label} *` : k.label,
      kind: k.kind ?? 'teks',
      width: Math.max(14, k.label.length + 5),
    })),
    examples: [
      columns.map((k) => k.example ?? ''),
      Object.keys(jenis.columns).map((k) => (k === jenis.mainColumn ? exampleHint : '')),
    ],
  }
}
