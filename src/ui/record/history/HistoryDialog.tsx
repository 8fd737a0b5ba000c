/**
 * Dialog that shows the history of a row. Lists open this dialog for rows that have no screen of
 * their own.
 */
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
