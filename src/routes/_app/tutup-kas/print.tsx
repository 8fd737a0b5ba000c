import { createFileRoute } from '@tanstack/react-router'
import { TutupKas } from '#src/data/resources/tutupKas.ts'
import { paperRoute } from '#src/ui/print/paperRoute.ts'
import { PaperSheet } from '#src/ui/print/PaperSheet.tsx'
import { PrintScreen } from '#src/ui/print/print.tsx'

export const Route = createFileRoute('/_app/tutup-kas/print')({
  ...paperRoute(() =>
    import('#src/data/resources/tutupKas.ts').then((m) => m.TutupKas.queries.kertas),
  ),
  component: ClosingPrint,
})

function ClosingPrint() {
  const { id } = Route.useSearch()
  return (
    <PrintScreen pdf={() => TutupKas.pdf(id)}>
      <ClosingSheet id={id} />
    </PrintScreen>
  )
}
const ClosingSheet = ({ id }: { id: number }) => <PaperSheet paper={TutupKas.useKertas(id)} />
