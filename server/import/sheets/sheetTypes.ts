/** Rows of an uploaded file, and the limits that XLSX and CSV share. */
import { invalidField } from '#server/errors.ts'

export type Cell = string | number | boolean
/** A row that holds something: its line in the file, and its cells by column, from 0. */
export interface SheetRow {
  line: number
  cells: ReadonlyMap<number, Cell>
  /** Cells of its record in a CSV, empty ones included. */
  width?: number
  /** Number formats of an XLSX by column, where a cell has one. */
  formats?: ReadonlyMap<number, string>
}
export interface Sheet {
  rows: SheetRow[]
  /** First day of the file's day numbers, as days since 1970. */
  epoch: number
  /** Separator between two cells of a CSV. */
  delimiter?: string
  /** Parts of the file that are not read, in words. */
  notes?: readonly string[]
}
export interface Limits {
  rows: number
  columns: number
  /** Whether the column names may follow lines of another shape, as in a bank statement. */
  lateHead?: true
}

/**
 * Maximum length of a cell: longer than any field allows, so that the field's rule reports the
 * error; short enough to hold 5,000 rows.
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
