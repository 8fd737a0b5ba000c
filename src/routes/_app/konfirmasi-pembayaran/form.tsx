import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { positive } from '#src/data/search.ts'
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
