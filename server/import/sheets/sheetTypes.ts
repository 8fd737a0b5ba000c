/** Types of the rows of an uploaded file, and of the limits for XLSX and CSV. */
import { invalidField } from '#server/errors.ts'

export type Cell = string | number | boolean
/** Row that is not empty: its line in the file, and its cells by column index from 0. */
export interface SheetRow {
  line: number
  cells: ReadonlyMap<number, Cell>
  /** Number of cells of the record in a CSV, including empty ones. */
  width?: number
  /**
   * Number formats of the cells of an XLSX, by column index; cells without a format are omitted.
   */
  formats?: ReadonlyMap<number, string>
}
export interface Sheet {
  rows: SheetRow[]
  /** Number of days from 1970 to day 0 of the file's day numbers. */
  epoch: number
  /** Separator between the cells of a CSV. */
  delimiter?: string
  /** Notes for the user about parts of the file that are not read. */
  notes?: readonly string[]
}
export interface Limits {
  rows: number
  columns: number
  /** Whether other lines may precede the header, as in a bank statement. */
  lateHead?: true
}

/**
 * Maximum length that is read of a cell: longer than any field allows, so that the rule of the
 * field reports the error, and short enough for 5,000 rows in memory.
 */
export const maxText = 5000
export const epochs = { 1900: -25_569, 1904: -24_107 }

export const refuse = (message: string) => invalidField('file', message)
export const tooManyRows = ({ rows }: Limits) =>
  refuse(
    `Terlalu banyak baris: maksimal ${rows.toLocaleString('id-ID')}. Bagi menjadi beberapa berkas.`,
  )
export const tooManyColumns = ({ columns }: Limits) =>
  refuse(`Terlalu banyak kolom: maksimal ${columns}`)
