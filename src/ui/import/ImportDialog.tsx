/** An import, step by step: a file is tried, its figures and problems are shown, then it is run. */
import { FileStep } from '#src/ui/import/FileStep.tsx'
import { ImportContext, type ImporProps } from '#src/ui/import/importContext.ts'
import { RunStep } from '#src/ui/import/RunStep.tsx'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'

interface Props {
  /** The job; without it a file is chosen. */
  id?: number
  open: (id: number | undefined) => void
  close: () => void
}
export const ImporDialog = ({ id, open, close, nama, label }: Props & ImporProps) => (
  <ImportContext value={{ nama, label }}>
    <Dialog title={`Impor ${label}`} close={close} size="xl" closeButton>
      {id === undefined ? (
        <FileStep open={open} close={close} />
      ) : (
        <RunStep id={id} open={open} close={close} />
      )}
    </Dialog>
  </ImportContext>
)
