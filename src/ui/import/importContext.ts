import { createContext, use } from 'react'
import { ApiError } from '#src/data/http.ts'
import { imporOf } from '#src/data/import.ts'
import { showError } from '#src/state/feedback.ts'
import type { ImporProps } from '#src/ui/import/Import.tsx'

/** What is imported, for the parts of the dialog. */
export const ImportContext = createContext<ImporProps>({ nama: 'user', label: '' })
/** What is imported, in words, and its calls. */
export const useImpor = () => {
  const { nama, label } = use(ImportContext)
  return { nama, what: label.toLowerCase(), calls: imporOf(nama) }
}

/** Starts a download; a refusal shows in the dialog of errors. */
export const download = (run: () => Promise<void>) =>
  void run().catch((error: unknown) => {
    if (error instanceof ApiError) showError(error)
    else throw error
  })
