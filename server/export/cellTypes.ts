/** Types of the cells of a file, as SQL. */
import type { RawBuilder } from 'kysely'
import type { CellKind } from '#server/export/xlsx.ts'

/** A value as SQL. */
export type Value = RawBuilder<unknown>
/** Encodes a text for the format of the file. */
export type Put = (text: Value) => Value
/** Name of a row in a file, built from the columns of its table, as SQL. */
export type NameInFile = (column: (name: string) => RawBuilder<unknown>) => RawBuilder<string>
/** Content of a cell, as SQL; null is an empty cell. */
export type CellExpression =
  /**
   * A text that the database holds, encoded inside the query that reads the text, so that the text
   * is read once. `oneLine` has no breaks of lines and no blanks at its ends.
   */
  | { as: 'teks'; text: (put: Put) => Value; oneLine: boolean }
  /** Label from a list known in advance; `lain` is the fallback for other values. */
  | {
      as: 'label'
      value: Value
      labels: readonly (readonly [number | string, string])[]
      lain?: CellExpression
    }
  /** A number, a day, a month or an instant as it is stored. */
  | { as: 'angka'; value: Value; kind: CellKind; nullable: boolean }
  /** Another kind of value from row to row. */
  | { as: 'menurut'; cases: readonly { when: Value; said: CellExpression }[] }
