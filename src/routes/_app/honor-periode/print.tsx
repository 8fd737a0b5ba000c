import { createFileRoute } from '@tanstack/react-router'
import { HonorPeriodes } from '#src/data/resources/honorPeriode.ts'
import { paperRoute } from '#src/ui/print/paperRoute.ts'
import { PaperSheet } from '#src/ui/print/PaperSheet.tsx'
import { PrintScreen } from '#src/ui/print/print.tsx'

export const Route = createFileRoute('/_app/honor-periode/print')({
  ...paperRoute(() =>
    import('#src/data/resources/honorPeriode.ts').then((m) => m.HonorPeriodes.queries.kertas),
  ),
  component: SlipPrint,
})

function SlipPrint() {
  const { id } = Route.useSearch()
  return (
    <PrintScreen pdf={() => HonorPeriodes.pdf(id)}>
      <SlipSheet id={id} />
    </PrintScreen>
  )
}
const SlipSheet = ({ id }: { id: number }) => <PaperSheet paper={HonorPeriodes.useKertas(id)} />
