import { Text } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { BillingStatus } from '#contract/enums.ts'
import { linesOf } from '#src/data/billLines.ts'
import { Billings } from '#src/data/resources/billing.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import { BillStatus, billName } from './-bill.tsx'
import { BillFields, BillForm, Field } from './-form/billForm.tsx'

export const Route = createFileRoute('/_app/billing/edit')({
  ...recordRoute(
    () => import('#src/data/resources/billing.ts').then((m) => m.Billings),
    'items,gedung',
  ),
  component: BillingEdit,
})

function BillingEdit() {
  const { id } = Route.useSearch()
  const bill = Billings.useView(id, 'items,gedung')
  const navigate = useNavigate()
  const back = () => void navigate({ to: '/billing/view', search: { id }, replace: true })
  return (
    <>
      <PageTitle>
        <Dim>{billName(bill)}</Dim>
        <BillStatus bill={bill} />
      </PageTitle>
      <Panel>
        {bill.void_at ? (
          <p style={{ margin: 0 }}>Tagihan ini sudah dibatalkan dan tidak dapat diubah lagi.</p>
        ) : (
          <>
            {bill.status === BillingStatus.terbit && (
              <Text c="dimmed" mb="md">
                Tagihan ini sudah terbit: hanya jatuh tempo, alamat, dan catatan yang dapat diubah.
                Jika baris atau jumlahnya salah, batalkan dan buat yang baru.
              </Text>
            )}
            <BillForm
              key={bill.status}
              id={id}
              expand="items,gedung"
              initialOf={(row) => ({ items: linesOf(row.items) })}
              link={() => ({ to: '/billing/view', search: { id } })}
              onSaved={back}
            >
              {bill.status === BillingStatus.draft ? (
                <BillFields stored={bill.items} bill={id} />
              ) : (
                <>
                  <Field name="jatuh_tempo" />
                  <Field name="alamat" hint="Tercetak di tagihan" />
                  <Field name="catatan" hint="Tercetak di tagihan" />
                </>
              )}
            </BillForm>
          </>
        )}
      </Panel>
    </>
  )
}
