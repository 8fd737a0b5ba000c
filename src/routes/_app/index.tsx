import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { BrokenNote } from './-brokenNote.tsx'
import { ClockNote } from './-clockNote.tsx'
import { DashboardCards } from './-dashboardCards.tsx'
import { DashboardMonth } from './-dashboardMonth.tsx'
import { StorageNote } from './-storageNote.tsx'

/**
 * What today needs, and how the month stands (domain.md section 5). Nothing is waited for: each
 * figure is read by itself, and is the number of the list that it leads to. What waits is asked for
 * before its cards are drawn.
 */
export const Route = createFileRoute('/_app/')({
  validateSearch: ({ gedung_id }: Record<string, unknown>): { gedung_id?: string } => ({
    ...(/^[1-9]\d{0,9}$/.test(String(gedung_id ?? '')) && { gedung_id: String(gedung_id) }),
  }),
  loader: ({ cause }) => {
    // A pointer over the menu's item asks for no dozen of counts.
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
      <BrokenNote />
      <ClockNote />
      <StorageNote />
      <Panel title="Menunggu hari ini">
        <DashboardCards />
      </Panel>
      <DashboardMonth gedung_id={gedung_id} choose={choose} />
    </>
  )
}
