/** Types for the cells of an exported file, whose contents the database builds by SQL. */
import type { RawBuilder } from 'kysely'
import type { CellKind } from '#server/export/xlsx.ts'

/** SQL expression of a stored value. */
export type Value = RawBuilder<unknown>
/**
 * Function that takes the SQL of a text and returns SQL that encodes the text for the file format,
 * for example by CSV quoting.
 */
export type Put = (text: Value) => Value
/**
 * Function that builds the SQL of a row's name. Exported files use this name to refer to the row.
 * `column` returns a column of the row's table.
 */
export type NameInFile = (column: (name: string) => RawBuilder<unknown>) => RawBuilder<string>
/** Content of a cell as SQL; an SQL null makes an empty cell. */
export type CellExpression =
  /**
   * Text from the database. `text` builds the SQL of the text encoded for the file format; it
   * applies `put` inside the subquery that reads the text, so that the text is read only once.
   * `oneLine` is true for a text without line breaks and without blanks at its ends.
   */
  | { as: 'teks'; text: (put: Put) => Value; oneLine: boolean }
  /** Label of a value from a fixed list; `lain` is the cell for values outside the list. */
  | {
      as: 'label'
      value: Value
      labels: readonly (readonly [number | string, string])[]
      lain?: CellExpression
    }
  /** Number, day, month or instant as stored; the file format converts it according to `kind`. */
  | { as: 'angka'; value: Value; kind: CellKind; nullable: boolean }
  /**
   * Cell whose kind differs between rows. A row uses the first case whose condition `when` is true.
   */
  | { as: 'menurut'; cases: readonly { when: Value; said: CellExpression }[] }
