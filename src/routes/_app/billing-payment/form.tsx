import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { positive } from '#src/data/search.ts'
import { PayerOfAddress } from '#src/routes/_app/-payerOfAddress.tsx'
import { NewPayment, PaymentOfBill } from '#src/routes/_app/billing-payment/-paymentForm.tsx'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

export const Route = createFileRoute('/_app/billing-payment/form')({
  validateSearch: (
    s: Record<string, unknown>,
  ): { billing_id?: number; akun_billing_id?: number } => ({
    billing_id: positive(s.billing_id),
    akun_billing_id: positive(s.akun_billing_id),
  }),
  component: PaymentCreate,
})

function PaymentCreate() {
  const { billing_id, akun_billing_id } = Route.useSearch()
  const key = `${billing_id} ${akun_billing_id}`
  return (
    <>
      <PageTitle />
      <Panel>
        <Boundary resetKey={key}>
          <Suspense fallback={<FormSkeleton />}>
            {billing_id ? (
              <PaymentOfBill key={key} id={billing_id} />
            ) : (
              <PayerOfAddress
                id={akun_billing_id}
                anew={<PlaceLink to="/billing-payment/form">Pilih akun billing lain</PlaceLink>}
              >
                <NewPayment key={key} akun={akun_billing_id} />
              </PayerOfAddress>
            )}
          </Suspense>
        </Boundary>
      </Panel>
    </>
  )
}
