import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { RoleId } from '#contract/enums.ts'
import { runPrefetch } from '#src/data/api/prefetch.ts'
import { positive } from '#src/data/search.ts'
import { me, roleOf } from '#src/data/session/session.ts'
import {
  ConfirmationForm,
  ConfirmationOfBill,
} from '#src/routes/_app/konfirmasi-pembayaran/-form.tsx'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

export const Route = createFileRoute('/_app/konfirmasi-pembayaran/form')({
  validateSearch: (search: Record<string, unknown>): { billing_id?: number } => ({
    billing_id: positive(search.billing_id),
  }),
  // Prefetches the open bills if the user is a payer. Without the prefetch, the fields below the
  // list of bills would render first and then shift down.
  loader: async () => {
    const user = me()
    if (roleOf(user) !== RoleId.akunBilling || !user) return
    const { InfoBilling } = await import('#src/data/calls.ts')
    await runPrefetch({ query: async () => InfoBilling.query({ id: user.id }) })
  },
  component: ConfirmationCreate,
})

function ConfirmationCreate() {
  const { billing_id } = Route.useSearch()
  return (
    <>
      <PageTitle />
      <Panel>
        <Boundary resetKey={String(billing_id)}>
          <Suspense fallback={<FormSkeleton />}>
            {billing_id ? (
              <ConfirmationOfBill key={billing_id} id={billing_id} />
            ) : (
              <ConfirmationForm />
            )}
          </Suspense>
        </Boundary>
      </Panel>
    </>
  )
}
