/** Rules of a module for the pickers that offer its rows (`GET /<name>/pilihan`). */
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

export interface ChoiceRules {
  /**
   * Condition on the rows of a picker, used when the query has neither ids nor a `status` filter.
   */
  choiceFilter?: Condition
  /**
   * SQL of the note that a picker shows beside a row's label, used when no column holds the note.
   */
  choiceNote?: RawBuilder<unknown>
  /**
   * Returns the SQL of a text that a picker shows after the note. The text describes the current
   * state of the row, such as its free seats. The SQL returns null for a row without such a text.
   */
  choiceState?: (db: Db) => Promise<RawBuilder<unknown>>
  /**
   * SQL expressions by which a picker orders the rows unless the query names an order. Rows with a
   * text from `choiceState` come last. Default: the order of the list.
   */
  choiceOrder?: RawBuilder<unknown>
  /**
   * Fits the choices of a picker to the row with the given id for which the user chooses. `first`:
   * condition of the rows to list first. `taken`: condition of the rows that this row has already,
   * which can be chosen whatever their state (`choiceState`). The id is 0 while that row is not
   * known yet.
   */
  choiceFor?: (actor: Actor, id: number) => { first: Condition; taken: Condition }
}
