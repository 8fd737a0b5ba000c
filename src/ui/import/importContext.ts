import { createContext, use } from 'react'
import { imporOf } from '#src/data/import.ts'
import { tellFailure } from '#src/state/feedback.ts'
import type { ImporProps } from '#src/ui/import/Import.tsx'

/** Name and label of the imported resource, for the parts of the dialog. */
export const ImportContext = createContext<ImporProps>({ nama: 'user', label: '' })
/** Returns the import's texts and calls. */
export const useImpor = () => {
  const { nama, label } = use(ImportContext)
  return { nama, what: label.toLowerCase(), calls: imporOf(nama) }
}

/** Starts a download; a refusal shows in the dialog of errors. */
export const download = (run: () => Promise<void>) => void run().catch(tellFailure)
