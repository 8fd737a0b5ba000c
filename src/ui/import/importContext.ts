import { createContext, use } from 'react'
import type { ImporName } from '#contract/import/importKeys.ts'
import { imporOf } from '#src/data/import.ts'
import { showFailure } from '#src/state/feedback.ts'

/** Imported resource, with the label of its rows. */
export interface ImporProps {
  nama: ImporName
  label: string
  /**
   * Whether every row belongs to the whole school, so that a user limited to outlets cannot import
   * rows.
   */
  school?: boolean
}
/** Name and label of the imported resource, for the components of the dialog. */
export const ImportContext = createContext<ImporProps>({ nama: 'user', label: '' })
/** Returns the texts and calls of the import. */
export const useImpor = () => {
  const { nama, label } = use(ImportContext)
  return { nama, what: label.toLowerCase(), calls: imporOf(nama) }
}

/** Starts a download. If it fails, the error dialog opens. */
export const download = (run: () => Promise<void>) => void run().catch(showFailure)
