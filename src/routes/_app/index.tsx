import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { WaitingToday } from '#src/data/dashboard.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { part } from '#src/ui/page/part.ts'
import { ClockNote } from './-dashboard/clockNote.tsx'
import { DashboardMonth } from './-dashboard/dashboardMonth.tsx'
import { IntegrityNote } from './-dashboard/integrityNote.tsx'
import { StorageNote } from './-dashboard/storageNote.tsx'
import { TillsPanel } from './-dashboard/tillsPanel.tsx'
import { TipsCard } from './-dashboard/tipsCard.tsx'
import { TrendPanel } from './-dashboard/trendPanel.tsx'
import { useWaitingToday, WaitingPanel } from './-dashboard/waitingPanel.tsx'

/**
 * Dashboard with the work that waits for a decision and the figures of the month (domain.md section
 * 5). Each number equals the count or sum of the list to which it links. The loader starts the
 * request for the waiting work but does not await the response.
 */
export const Route = createFileRoute('/_app/')({
  validateSearch: ({ gedung_id }: Record<string, unknown>): { gedung_id?: string } => ({
    ...(/^[1-9]\d{0,9}$/.test(String(gedung_id ?? '')) && { gedung_id: String(gedung_id) }),
  }),
  loader: ({ cause }) => {
    // Skips the prefetch when the user only hovers over a link, because the request counts the rows
    // of a dozen lists.
    if (cause !== 'enter') return
    void import('#src/data/dashboard.ts').then((m) => m.startDashboard())
  },
  component: Dashboard,
})

const SetupGuide = lazy(() =>
  part(() => import('./-dashboard/setup/setupGuide.tsx')).then((m) => ({ default: m.SetupGuide })),
)
/** Whether no work waits and no lesson takes place today. */
const isIdle = ({ menunggu, pertemuan, belum_dibuat = [] }: WaitingToday) =>
  Object.values(menunggu).every(({ jumlah }) => jumlah === 0) &&
  !pertemuan?.jumlah &&
  belum_dibuat.length === 0

function Dashboard() {
  const { gedung_id } = Route.useSearch()
  const navigate = useNavigate()
  const { data, isPending } = useWaitingToday()
  // Finished steps of a school that is not set up. Panels without content are then left out.
  const setup = data?.panduan
  const hasContent = (step: 'tagihan' | 'pembayaran') => !setup || setup.includes(step)
  const choose = (id: string | undefined) =>
    void navigate({ to: '/', search: id === undefined ? {} : { gedung_id: id }, replace: true })
  return (
    <>
      <PageTitle />
      <IntegrityNote />
      <ClockNote />
      <StorageNote />
      {setup && (
        <Boundary resetKey="panduan">
          <Suspense>
            <SetupGuide />
          </Suspense>
        </Boundary>
      )}
      {!(setup && isIdle(data)) && <WaitingPanel />}
      {/* Hides the figures of the month until the waiting work has loaded, because the panel
          above would otherwise push the figures down when it renders. The requests for the
          figures start immediately. */}
      <div hidden={isPending}>
        {!setup && <TipsCard />}
        {hasContent('tagihan') && (
          <>
            <DashboardMonth gedung_id={gedung_id} choose={choose} />
            <TrendPanel gedung_id={gedung_id} />
          </>
        )}
        {hasContent('pembayaran') && <TillsPanel />}
      </div>
    </>
  )
}
