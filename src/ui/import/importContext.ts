import { createContext, use } from 'react'
import type { ImporName } from '#contract/import/importKeys.ts'
import { imporOf } from '#src/data/import.ts'
import { showFailure } from '#src/state/feedback.ts'

/** Imported resource and the label of its rows. */
export interface ImporProps {
  nama: ImporName
  label: string
  /**
   * Whether every row belongs to the whole school: a user limited to outlets cannot import such
   * rows.
   */
  school?: boolean
}
/** Name and label of the imported resource, for the parts of the dialog. */
export const ImportContext = createContext<ImporProps>({ nama: 'user', label: '' })
/** Returns the import's texts and calls. */
export const useImpor = () => {
  const { nama, label } = use(ImportContext)
  return { nama, what: label.toLowerCase(), calls: imporOf(nama) }
}

/** Starts a download; a failure shows in the error dialog. */
export const download = (run: () => Promise<void>) => void run().catch(showFailure)
