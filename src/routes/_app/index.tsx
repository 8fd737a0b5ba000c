import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { ClockNote } from './-dashboard/clockNote.tsx'
import { DashboardCards } from './-dashboard/dashboardCards.tsx'
import { DashboardMonth } from './-dashboard/dashboardMonth.tsx'
import { IntegrityNote } from './-dashboard/integrityNote.tsx'
import { StorageNote } from './-dashboard/storageNote.tsx'

/**
 * Dashboard with the work pending today and the figures of the month (domain.md section 5). Each
 * figure has a separate request and equals the count or sum of the list to which it links. The
 * loader starts these requests without waiting for them.
 */
export const Route = createFileRoute('/_app/')({
  validateSearch: ({ gedung_id }: Record<string, unknown>): { gedung_id?: string } => ({
    ...(/^[1-9]\d{0,9}$/.test(String(gedung_id ?? '')) && { gedung_id: String(gedung_id) }),
  }),
  loader: ({ cause }) => {
    // No prefetch when the user hovers over a link, because it would send about a dozen requests.
    if (cause !== 'enter') return
    void import('#src/data/dashboard.ts').then((m) => m.startDashboard())
  },
  component: Dashboard,
})

function Dashboard() {
  const { gedung_id } = Route.useSearch()
  const navigate = useNavigate()
  const choose = (id: string | undefined) =>
    void navigate({ to: '/', search: id === undefined ? {} : { gedung_id: id }, replace: true })
  return (
    <>
      <PageTitle />
      <IntegrityNote />
      <ClockNote />
      <StorageNote />
      <Panel title="Menunggu hari ini">
        <DashboardCards />
      </Panel>
      <DashboardMonth gedung_id={gedung_id} choose={choose} />
    </>
  )
}
