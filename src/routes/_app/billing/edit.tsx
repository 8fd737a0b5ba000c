import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Billings } from '#src/data/billing.ts'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { recordRoute } from '#src/ui/recordRoute.ts'
import { BillStatus, billName } from './-bill.tsx'
import { BillFields, BillForm, Field, linesOf } from './-form.tsx'

export const Route = createFileRoute('/_app/billing/edit')({
  ...recordRoute(() => import('#src/data/billing.ts').then((m) => m.Billings), 'items,gedung'),
  component: UbahTagihan,
})

function UbahTagihan() {
  const { id } = Route.useSearch()
  const bill = Billings.useView(id, 'items,gedung')
  const navigate = useNavigate()
  const back = () => void navigate({ to: '/billing/view', search: { id }, replace: true })
  return (
    <>
      <PageTitle>
        <span className="dim">{billName(bill)}</span>
        <BillStatus bill={bill} />
      </PageTitle>
      <Panel>
        {bill.void_at ? (
          <p style={{ margin: 0 }}>Tagihan ini sudah dibatalkan dan tidak dapat diubah lagi.</p>
        ) : (
          <>
            {bill.status === 1 && (
              <p className="dim" style={{ marginTop: 0 }}>
                Tagihan ini sudah terbit: hanya jatuh tempo, alamat, dan catatan yang dapat diubah.
                Bila baris atau jumlahnya salah, batalkan dan buat yang baru.
              </p>
            )}
            <BillForm
              key={bill.status}
              id={id}
              expand="items,gedung"
              initialOf={(row) => ({ items: linesOf(row.items) })}
              link={() => ({ to: '/billing/view', search: { id } })}
              onSaved={back}
            >
              {bill.status === 0 ? (
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
