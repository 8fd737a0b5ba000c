import { createContext } from 'react'

/**
 * What a modal form edits: a new record (0) or one by id; null is closed. Lists provide it,
 * ModalForm reads it.
 */
export interface FormTarget {
  id: number | null
  /** `saved`: the row that was saved. */
  close: (saved?: number) => void
}
export const FormTargetContext = createContext<FormTarget>({ id: null, close: () => {} })
