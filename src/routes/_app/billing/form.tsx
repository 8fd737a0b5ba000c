import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { positive } from '#src/data/search.ts'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { BillFields, BillForm, emptyLine } from './-form.tsx'

export const Route = createFileRoute('/_app/billing/form')({
  validateSearch: (search: Record<string, unknown>): { akun_billing_id?: number } => ({
    akun_billing_id: positive(search.akun_billing_id),
  }),
  component: BuatTagihan,
})

function BuatTagihan() {
  const { akun_billing_id } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <>
      <PageTitle />
      <Panel>
        <p className="dim" style={{ marginTop: 0 }}>
          Tersimpan sebagai draft: masih dapat diubah atau dihapus, dan belum ditagihkan sampai
          diterbitkan.
        </p>
        <BillForm
          initial={{ ...(akun_billing_id ? { akun_billing_id } : {}), items: [emptyLine] }}
          submitLabel="Simpan"
          link={({ id }) => ({ to: '/billing/view', search: { id } })}
          onSaved={({ id }) =>
            void navigate({ to: '/billing/view', search: { id }, replace: true })
          }
        >
          <BillFields />
        </BillForm>
      </Panel>
    </>
  )
}
