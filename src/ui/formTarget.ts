import { createContext } from 'react'

/** What a modal form edits: a new record (0) or one by id; null is closed. Lists provide it, ModalForm reads it. */
export interface FormTarget { id: number | null; close: () => void }
export const FormTargetContext = createContext<FormTarget>({ id: null, close: () => {} })
