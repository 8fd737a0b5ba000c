/** Types of the cells of an exported file, as SQL. */
import type { RawBuilder } from 'kysely'
import type { CellKind } from '#server/export/xlsx.ts'

/** Value as an SQL expression. */
export type Value = RawBuilder<unknown>
/** Function that encodes a text for the format of the file. */
export type Put = (text: Value) => Value
/**
 * Function that returns the name of a row in a file as SQL; `column` returns a column of the row's
 * table.
 */
export type NameInFile = (column: (name: string) => RawBuilder<unknown>) => RawBuilder<string>
/** Content of a cell as SQL; null makes an empty cell. */
export type CellExpression =
  /**
   * Text from the database. It is encoded inside the query that reads it, so that it is read only
   * once. `oneLine`: the text has no line breaks and no blanks at its ends.
   */
  | { as: 'teks'; text: (put: Put) => Value; oneLine: boolean }
  /** Label of a value from a fixed list; `lain` is the cell for values outside the list. */
  | {
      as: 'label'
      value: Value
      labels: readonly (readonly [number | string, string])[]
      lain?: CellExpression
    }
  /** Number, day, month or instant in its stored form. */
  | { as: 'angka'; value: Value; kind: CellKind; nullable: boolean }
  /** Cell whose kind differs between rows: the first case whose condition holds. */
  | { as: 'menurut'; cases: readonly { when: Value; said: CellExpression }[] }
