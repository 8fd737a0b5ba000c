import { createContext } from 'react'

/**
 * Target of a modal form. `id` is the row to update, 0 for a new row, or null while the form is
 * closed. A list provides the target, and its ModalForm reads it.
 */
export interface FormTarget {
  id: number | null
  /** Closes the form. `saved` is the id of the saved row, if any. */
  close: (saved?: number) => void
}
export const FormTargetContext = createContext<FormTarget>({ id: null, close: () => {} })
