import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { PaymentEditPage } from '#src/routes/_app/billing-payment/-paymentActions.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'

export const Route = createFileRoute('/_app/billing-payment/edit')({
  ...recordRoute(() =>
    import('#src/data/resources/billingPayment.ts').then((m) => m.BillingPayments),
  ),
  component: PaymentEdit,
})

function PaymentEdit() {
  const { id } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <>
      <PageTitle />
      <Panel>
        <PaymentEditPage
          id={id}
          onSaved={() =>
            void navigate({ to: '/billing-payment/view', search: { id }, replace: true })
          }
        />
      </Panel>
    </>
  )
}
