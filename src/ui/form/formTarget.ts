import { createContext } from 'react'

/** First values of a row that a picker of another form creates. */
export interface RowStart {
  /** Text that the user typed in the picker: the name or the phone number of the row. */
  text: string
  /**
   * Values by field. They may have keys that are no fields of the row, because they contain the
   * filter of the picker.
   */
  values: Readonly<Record<string, unknown>>
}
/**
 * Row that a modal form edits. A list, or a picker that creates rows, provides the target by
 * context to its ModalForm.
 */
export interface FormTarget {
  /** Id of the row; 0 for a new row, null while the form is closed. */
  id: number | null
  /** Closes the form. `saved` is the id of the saved row, if any. */
  close: (saved?: number) => void
  /** First values of a row that a picker creates; undefined for other rows. */
  start?: RowStart
}
export const FormTargetContext = createContext<FormTarget>({ id: null, close: () => {} })
