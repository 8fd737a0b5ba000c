/**
 * Reads the rows of an uploaded sheet by the columns that each kind of import declares, and
 * converts their cells to values.
 */
import { unknownChoice } from '#contract/fieldMeta.ts'
import type { ImporName } from '#contract/import/importKeys.ts'
import type { SheetName } from '#contract/import/pindahan.ts'
import { monthOfWord } from '#contract/values/tanggal.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { invalidField } from '#server/errors.ts'
import { xmlText, type SheetColumn } from '#server/export/xlsx.ts'
import type { Ctx } from '#server/http/context.ts'
import { fewerCells, moreCells } from '#server/import/sheets/csvText.ts'
import type { Cell, Sheet, SheetRow } from '#server/import/sheets/sheetTypes.ts'
import { shownText } from '#server/import/sheets/xlsxFormats.ts'
import type { Jenis } from '#server/modules/access/user/kinds.ts'

/**
 * Name of a function in `cellReaders` that converts a cell to text. A column contains this name,
 * because a function cannot be sent to the process that reads the file.
 */
type CellReader = 'angka' | 'hari' | 'jam' | 'persen' | 'kodePos'
/** Rules for reading a column. */
export interface ImportColumn {
  label: string
  required?: true
  /** Allowed values, if the column has only a few. */
  choices?: readonly string[]
  /** Resource whose rows the cells name, for the drop-down of a template. */
  refers?: string
  /** Kind of the named users, if `refers` is `user`. */
  jenis?: Jenis
  alias?: readonly string[]
  example?: string
  kind?: SheetColumn['kind']
  /** Value of a cell that holds only a dash; null by default, which empties the field. */
  dashValue?: unknown
  /** Name of the function that converts a cell to the text that the job stores. */
  sel?: CellReader
  /**
   * Converts the stored text to a value. Returns the text itself if it cannot be converted, so that
   * the validation of the field rejects the text.
   */
  parse?: (text: string) => unknown
}
/** Values of a row by column. A dash becomes null or `dashValue`; empty cells are omitted. */
export type RowValues = Readonly<Record<string, unknown>>
export type Mode = 'tambah' | 'perbarui'
/** Result of an imported row. */
export interface RowResult {
  /** Created (`baru`), updated (`diperbarui`), or equal to the stored row (`sama`). */
  outcome: 'baru' | 'diperbarui' | 'sama'
  /** Whether a payer was created for the row. */
  isNewAkun: boolean
  /** Amount that the row brings into the books, in rupiah. */
  jumlah?: number
}
export interface Problem {
  kolom: string
  pesan: string
}
/**
 * Kind of import: its columns, the rule that decides which rows are imported together, and the
 * function that imports a row.
 */
export interface ImportKind {
  nama: ImporName | SheetName
  /** Word in the names of template files, such as `peserta` in `template-peserta.xlsx`. */
  fileName: string
  /** Column that every file must have. Messages name a row by its value in this column. */
  mainColumn: string
  columns: Readonly<Record<string, ImportColumn>>
  /**
   * Returns the linking texts of a row, such as a family's phone number. Rows that have such a text
   * in common are related, and are imported in one transaction in the order of the file.
   */
  marks: (values: RowValues) => string[]
  /**
   * Maximum number of related rows (`baris`). More related rows are not a real family but the
   * result of a copied phone number or mail address. All of these rows are then rejected with the
   * message `pesan` in column `kolom`.
   */
  limit?: { baris: number; kolom: string; pesan: string }
  /**
   * Reads the stored rows to which imported rows may refer, and returns the function that imports
   * one row. The returned function throws an HttpError that names the columns with problems; the
   * caller must then roll back the writes of the row.
   */
  prepare: (trx: Trx, ctx: Ctx) => Promise<(mode: Mode, values: RowValues) => Promise<RowResult>>
}
/** Properties of an import kind that are needed to read a sheet. */
export interface SheetShape {
  mainColumn: string
  columns: Readonly<Record<string, Pick<ImportColumn, 'label' | 'alias' | 'sel'>>>
}
/** Omits functions, which cannot be sent to the process that reads the file. */
export const shapeOf = ({ mainColumn, columns }: ImportKind): SheetShape => ({
  mainColumn,
  columns: Object.fromEntries(
    Object.entries(columns).map(([key, { label, alias, sel }]) => [key, { label, alias, sel }]),
  ),
})
/**
 * Whether an import has columns for a day and a name (holidays), so that it can also be read from a
 * calendar file.
 */
export const hasDays = ({ columns }: SheetShape): boolean =>
  'tanggal' in columns && 'nama' in columns
/**
 * Returns the problems of a row. Adds the list of allowed values to the message about an unknown
 * choice.
 */
export const explain = (jenis: ImportKind, problems: readonly Problem[]): Problem[] =>
  problems.map(({ kolom, pesan }) => {
    const { choices } = jenis.columns[kolom] ?? {}
    const isExplained = choices && pesan === unknownChoice
    return { kolom, pesan: isExplained ? `${pesan}. Yang ada: ${choices.join(', ')}` : pesan }
  })
export const columnLabel = (jenis: SheetShape, key: string): string =>
  jenis.columns[key]?.label ?? key

/** Title of the problem column in a sheet of rejected rows. Imports ignore this column. */
export const problemColumn = 'Kesalahan'
/**
 * Row as stored in the import job: its line number in the file, and its cells as texts in the order
 * of the file's columns.
 */
export interface FileRow {
  baris: number
  sel: string[]
}
/** Title of a column in the file, and key of the import column (null for an unknown title). */
export interface HeadCell {
  judul: string
  kunci: string | null
}

export const foldTitle = (judul: string): string =>
  fold(judul)
    .replace(/\([^()]*\)|\*/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
/** Returns the keys of the columns by every title that a file may give them. */
export const keysByTitle = ({ columns }: SheetShape): ReadonlyMap<string, string> =>
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
/**
 * Returns a date as `YYYY-MM-DD`. For a date that does not exist, returns `text`, the cell as
 * typed, so that the user recognizes it in the error message.
 */
const dayOr = (text: string, ...[y, m, d]: [number, number, number]): string => {
  const date = new Date(Date.UTC(y, m - 1, d))
  return date.getUTCMonth() === m - 1 && date.getUTCDate() === d ? isoDay(y, m, d) : text
}
/**
 * Converts a date to `YYYY-MM-DD`. Accepts the number that a spreadsheet stores for a date,
 * `2015-03-04`, `4/3/2015` and `4 Maret 2015`. Returns any other text as typed.
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
/**
 * Returns a percentage as text: `11` for the number 0.11, which a spreadsheet stores for 11 %.
 * Returns any other cell as its text.
 */
const percentCell = (cell: Cell): string =>
  typeof cell === 'number' && cell > 0 && cell < 1
    ? `${Math.round(cell * 10_000) / 100}`
    : String(cell)
/** Restores the leading zeros of a postal code that a spreadsheet stored as a number. */
const kodePosCell = (cell: Cell): string =>
  typeof cell === 'number' ? String(cell).padStart(5, '0') : String(cell)
/**
 * Converts a time of day to `HH:mm`. Accepts the fraction of a day that a spreadsheet stores,
 * `8.00`, `8:00` and `08:00:00`. Returns any other cell as its text.
 */
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
/** Converts a number to its plain digits, without the currency or separators of its cell format. */
const numberCell = (cell: Cell): string => shownText(cell, undefined, 0)
const cellReaders: Record<CellReader, (cell: Cell, epoch: number) => string> = {
  angka: numberCell,
  hari: dayCell,
  jam: timeCell,
  persen: percentCell,
  kodePos: kodePosCell,
}
/** Whether a text is one of the words or characters that people write for yes. */
export const isYes = (text: string): boolean => /^(ya|y|yes|1|true|x|v|setuju|benar)$/i.test(text)

/**
 * Throws 422 for a CSV row with fewer or more cells than the header, because a missing or extra
 * separator moves all following cells into wrong columns. Additional empty cells at the end are
 * allowed, because some programs add them.
 */
const checkWidth = (head: SheetRow, { line, cells, width }: SheetRow): void => {
  if (width === undefined || head.width === undefined || width === head.width) return
  if (width < head.width) throw invalidField('file', fewerCells(line, width, head.width))
  const filled = Math.max(...cells.keys()) + 1
  if (filled > head.width) throw invalidField('file', moreCells(line, width, head.width))
}

/**
 * Returns the header and the rows of a sheet. Omits empty rows and the example rows of the
 * template. Throws 422 for a header without the main column or with a repeated column, and for a
 * CSV row with more or fewer cells than the header.
 */
export const findSheetRows = (
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
  return { kepala, isi: fileRows }
}
/** Returns the header and the rows of a sheet like `findSheetRows`. Throws 422 without rows. */
export const readSheetRows = (
  jenis: SheetShape,
  sheet: Sheet,
): { kepala: HeadCell[]; isi: FileRow[] } => {
  const content = findSheetRows(jenis, sheet)
  if (content.isi.length === 0) throw invalidField('file', 'Tidak ada baris untuk diimpor')
  return content
}

/**
 * Whether a text is only a dash, which means no value. Spreadsheets may turn a typed hyphen into a
 * longer dash.
 */
const isDash = (text: string): boolean => /^[-–—]$/.test(text)
/** Converts the text of a cell that is not empty to the value of its field. */
const valueOf = (column: ImportColumn, text: string): unknown => {
  if (isDash(text)) return column.dashValue ?? null
  return column.parse ? column.parse(text) : text
}
/** Returns the values of a row of the file by import column; empty cells are omitted. */
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
 * Returns a text in the form that it has after an export and import: trimmed, with unified line
 * breaks, and without characters that XML does not allow.
 */
const readable = (value: unknown): unknown =>
  typeof value === 'string' ? xmlText(value).trim() : value
/**
 * Whether the imported value of a field (`fresh`) equals the stored one (`old`), apart from
 * differences that exporting and importing the value causes.
 */
export const isSameValue = (old: unknown, fresh: unknown): boolean =>
  // A stored text that is only a dash comes back from the file as null.
  (fresh === null && typeof old === 'string' && isDash(old)) ||
  JSON.stringify(readable(old ?? null)) === JSON.stringify(readable(fresh ?? null))

/**
 * Splits a cell with several values at semicolons, except inside quotes. The export of this app
 * puts values that contain a semicolon in quotes.
 */
export const splitList = (text: string): string[] => {
  const parts: string[] = []
  let [open, quotes] = ['', 0]
  for (const piece of text.split(';')) {
    open = open === '' ? piece.trim() : `${open};${piece}`
    quotes += piece.split('"').length - 1
    // After an odd number of quotes, the semicolon after this piece is inside a quoted value.
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
