/** Import wizard: checks a file, shows its figures and problems, and then runs the import. */
import { FileStep } from '#src/ui/import/FileStep.tsx'
import { ImportContext, type ImporProps } from '#src/ui/import/importContext.ts'
import { RunStep } from '#src/ui/import/RunStep.tsx'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'

interface Props {
  /** Id of the import job. Without it the user chooses a file. */
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
