/** Types and limits that the readers of XLSX, CSV and calendar files share. */
import { invalidField } from '#server/errors.ts'

export type Cell = string | number | boolean
/** Row that is not empty: its line number in the file, and its cells by column index from 0. */
export interface SheetRow {
  line: number
  cells: ReadonlyMap<number, Cell>
  /** Number of cells of a CSV row, including empty ones; undefined for other files. */
  width?: number
  /**
   * Number formats of the cells of an XLSX, by column index; cells without a format are omitted.
   */
  formats?: ReadonlyMap<number, string>
}
export interface Sheet {
  rows: SheetRow[]
  /**
   * Day that the file represents by the number 0. It is given in days since 1 January 1970, and is
   * negative for an earlier day.
   */
  epoch: number
  /** Separator between the cells of a CSV. */
  delimiter?: string
  /** Notes for the user about parts of the file that are ignored. */
  notes?: readonly string[]
}
export interface Limits {
  rows: number
  columns: number
  /** Whether other lines may precede the header, as in a bank statement. */
  lateHead?: true
}

/**
 * Number of characters after which cells are cut off. It exceeds the limits of all fields, so that
 * the validation of the field still rejects a text that is too long. It is small enough that 5,000
 * rows fit into memory.
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
