import { Text } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { positive } from '#src/data/search.ts'
import { PayerOfAddress } from '#src/routes/_app/-payerOfAddress.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { BillFields, BillForm, emptyLine } from './-form/billForm.tsx'

export const Route = createFileRoute('/_app/billing/form')({
  validateSearch: (search: Record<string, unknown>): { akun_billing_id?: number } => ({
    akun_billing_id: positive(search.akun_billing_id),
  }),
  component: BillingCreate,
})

function BillingCreate() {
  const { akun_billing_id } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <>
      <PageTitle />
      <Panel>
        <Text c="dimmed" mb="md">
          Tersimpan sebagai draft: masih dapat diubah atau dihapus, dan belum ditagihkan sampai
          diterbitkan.
        </Text>
        <PayerOfAddress
          id={akun_billing_id}
          anew={<PlaceLink to="/billing/form">Pilih akun billing lain</PlaceLink>}
        >
          <BillForm
            key={akun_billing_id}
            initial={{ ...(akun_billing_id ? { akun_billing_id } : {}), items: [emptyLine] }}
            submitLabel="Simpan"
            link={({ id }) => ({ to: '/billing/view', search: { id } })}
            onSaved={({ id }) =>
              void navigate({ to: '/billing/view', search: { id }, replace: true })
            }
          >
            <BillFields />
          </BillForm>
        </PayerOfAddress>
      </Panel>
    </>
  )
}
