import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { MetodePembayaran } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { positive } from '#src/data/search.ts'
import {
  ExpenseFields,
  ExpenseForm,
  useFilesOwn,
} from '#src/routes/_app/pengeluaran-sales/-form.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

export const Route = createFileRoute('/_app/pengeluaran-sales/form')({
  validateSearch: (search: Record<string, unknown>): { id?: number } => ({
    id: positive(search.id),
  }),
  beforeLoad: ({ search: { id } }) => {
    if (id !== undefined)
      throw redirect({ to: '/pengeluaran-sales/edit', search: { id }, replace: true })
  },
  component: ExpenseCreate,
})

function ExpenseCreate() {
  const navigate = useNavigate()
  const ownId = useFilesOwn()
  return (
    <>
      <PageTitle />
      <Panel>
        <ExpenseForm
          initial={{
            tanggal: currentDay(),
            metode: MetodePembayaran.tunai,
            ...(ownId !== undefined && { sales_id: ownId }),
          }}
          submitLabel={ownId === undefined ? 'Simpan' : 'Ajukan'}
          link={({ id }) => ({ to: '/pengeluaran-sales/view', search: { id } })}
          onSaved={({ id }) =>
            void navigate({ to: '/pengeluaran-sales/view', search: { id }, replace: true })
          }
        >
          <ExpenseFields isNew />
        </ExpenseForm>
      </Panel>
    </>
  )
}
