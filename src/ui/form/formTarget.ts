import { createContext } from 'react'

/**
 * Target of a modal form: a new record (0) or an existing one by id; null is closed. Lists provide
 * the target, ModalForm reads it.
 */
export interface FormTarget {
  id: number | null
  /** Closes the form; `saved` is the id of the saved row. */
  close: (saved?: number) => void
}
export const FormTargetContext = createContext<FormTarget>({ id: null, close: () => {} })
