import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { UbahHalaman } from '#src/routes/_app/billing-payment/-aksi.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { recordRoute } from '#src/ui/recordRoute.ts'

export const Route = createFileRoute('/_app/billing-payment/edit')({
  ...recordRoute(() => import('#src/data/billingPayment.ts').then((m) => m.BillingPayments)),
  component: UbahPembayaran,
})

function UbahPembayaran() {
  const { id } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <>
      <PageTitle />
      <Panel>
        <UbahHalaman
          id={id}
          onSaved={() =>
            void navigate({ to: '/billing-payment/view', search: { id }, replace: true })
          }
        />
      </Panel>
    </>
  )
}
