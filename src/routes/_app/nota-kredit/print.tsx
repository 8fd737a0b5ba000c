import { createFileRoute } from '@tanstack/react-router'
import { NotaKreditKertas, saveCreditNote } from '#src/data/calls.ts'
import { paperRoute } from '#src/ui/print/paperRoute.ts'
import { PaperSheet } from '#src/ui/print/PaperSheet.tsx'
import { PrintScreen } from '#src/ui/print/print.tsx'

export const Route = createFileRoute('/_app/nota-kredit/print')({
  ...paperRoute(async () => {
    const { NotaKreditKertas: note } = await import('#src/data/calls.ts')
    return (id) => note.query({ id })
  }),
  component: CreditNotePrint,
})

function CreditNotePrint() {
  const { id } = Route.useSearch()
  return (
    <PrintScreen pdf={() => saveCreditNote(id)}>
      <CreditNoteSheet id={id} />
    </PrintScreen>
  )
}
const CreditNoteSheet = ({ id }: { id: number }) => (
  <PaperSheet paper={NotaKreditKertas.useSuspenseData({ id })} />
)
