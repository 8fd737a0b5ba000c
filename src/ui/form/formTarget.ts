import { createContext } from 'react'

/**
 * Row that a modal form edits. A list provides the target by context to its ModalForm.
 */
export interface FormTarget {
  /** Id of the row; 0 for a new row, null while the form is closed. */
  id: number | null
  /** Closes the form. `saved` is the id of the saved row, if any. */
  close: (saved?: number) => void
}
export const FormTargetContext = createContext<FormTarget>({ id: null, close: () => {} })
