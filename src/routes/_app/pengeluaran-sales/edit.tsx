import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PengeluaranSales } from '#src/data/resources/pengeluaranSales.ts'
import { ExpenseStatus, whyNotChange } from '#src/routes/_app/pengeluaran-sales/-expense.tsx'
import { ExpenseFields, ExpenseForm } from '#src/routes/_app/pengeluaran-sales/-form.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { Dim } from '#src/ui/format/Words.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'

export const Route = createFileRoute('/_app/pengeluaran-sales/edit')({
  ...recordRoute(() =>
    import('#src/data/resources/pengeluaranSales.ts').then((m) => m.PengeluaranSales),
  ),
  component: ExpenseEdit,
})

function ExpenseEdit() {
  const { id } = Route.useSearch()
  const navigate = useNavigate()
  const now = PengeluaranSales.useView(id)
  // Keeps the expense as it was when the form opened. Saving can change the status of the expense.
  // With the new status, the page would remove the form before the form handles the response.
  const [expense] = useState(now)
  const refused = expense.status === 'ditolak'
  const why = whyNotChange(expense)
  return (
    <>
      <PageTitle>
        <Dim>{expense.nomor}</Dim>
        <ExpenseStatus expense={now} />
      </PageTitle>
      <Panel>
        {why && <p style={{ margin: 0 }}>{why}.</p>}
        {refused && !why && (
          <Note tone="orange" mb="md">
            Ditolak: {expense.alasan_tolak} Perbaiki, lalu ajukan lagi.
          </Note>
        )}
        {!why && (
          <ExpenseForm
            id={id}
            initialOf={() => ({ bukan_kembar: false })}
            submitLabel={refused ? 'Ajukan lagi' : undefined}
            link={() => ({ to: '/pengeluaran-sales/view', search: { id } })}
            onSaved={() =>
              void navigate({ to: '/pengeluaran-sales/view', search: { id }, replace: true })
            }
          >
            <ExpenseFields />
          </ExpenseForm>
        )}
      </Panel>
    </>
  )
}
