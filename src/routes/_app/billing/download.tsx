import { createFileRoute } from '@tanstack/react-router'
import { Billings } from '#src/data/resources/billing.ts'
import { paperRoute } from '#src/ui/print/paperRoute.ts'
import { PaperSheet } from '#src/ui/print/PaperSheet.tsx'
import { PrintScreen } from '#src/ui/print/print.tsx'

export const Route = createFileRoute('/_app/billing/download')({
  ...paperRoute(() =>
    import('#src/data/resources/billing.ts').then((m) => m.Billings.queries.kertas),
  ),
  component: BillingPrint,
})

function BillingPrint() {
  const { id } = Route.useSearch()
  return (
    <PrintScreen pdf={() => Billings.pdf(id)}>
      <BillingSheet id={id} />
    </PrintScreen>
  )
}
const BillingSheet = ({ id }: { id: number }) => <PaperSheet paper={Billings.useKertas(id)} />
