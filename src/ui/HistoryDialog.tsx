/** What happened to a row that has no screen of its own, in a dialog over its list. */
import { Suspense, type ComponentProps } from 'react'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Boundary } from '#src/ui/Failed.tsx'
import { FormSkeleton } from '#src/ui/form.tsx'
import { Riwayat } from '#src/ui/Record.tsx'

export const HistoryDialog = ({
  title,
  close,
  ...of
}: ComponentProps<typeof Riwayat> & { title: string; close: () => void }) => (
  <Dialog title={title} close={close} size="lg" closeButton>
    <Boundary resetKey={String(of.id)}>
      <Suspense fallback={<FormSkeleton />}>
        <Riwayat {...of} />
      </Suspense>
    </Boundary>
  </Dialog>
)
