import { createFileRoute } from '@tanstack/react-router'
import { positive } from '#src/data/search.ts'
import { ClosingForm } from '#src/routes/_app/tutup-kas/-form.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

export const Route = createFileRoute('/_app/tutup-kas/form')({
  validateSearch: (search: Record<string, unknown>): { gedung_id?: number; tanggal?: string } => ({
    gedung_id: positive(search.gedung_id),
    tanggal:
      typeof search.tanggal === 'string' && /^\d{4}-\d\d-\d\d$/.test(search.tanggal)
        ? search.tanggal
        : undefined,
  }),
  component: ClosingCreate,
})

function ClosingCreate() {
  const { gedung_id, tanggal } = Route.useSearch()
  return (
    <>
      <PageTitle />
      <Panel>
        <ClosingForm key={`${gedung_id} ${tanggal}`} gedung_id={gedung_id} tanggal={tanggal} />
      </Panel>
    </>
  )
}
