/** Dialog over a list with the history of a row that has no screen of its own. */
import { Suspense, type ComponentProps } from 'react'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'
import { RecordHistory } from '#src/ui/record/Record.tsx'

export const HistoryDialog = ({
  title,
  close,
  ...of
}: ComponentProps<typeof RecordHistory> & { title: string; close: () => void }) => (
  <Dialog title={title} close={close} size="lg" closeButton>
    <Boundary resetKey={String(of.id)}>
      <Suspense fallback={<FormSkeleton />}>
        <RecordHistory {...of} />
      </Suspense>
    </Boundary>
  </Dialog>
)
