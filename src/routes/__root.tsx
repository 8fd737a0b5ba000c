import { useIsFetching } from '@tanstack/react-query'
import { createRootRoute, Outlet, redirect, useRouterState } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect } from 'react'
import { titleOf } from '#src/data/guard.ts'
import { countsKey } from '#src/data/queryClient.ts'
import { useFreshMe, useMe } from '#src/data/session.ts'
import { bulkAtom } from '#src/state/bulk.ts'
import { dialogAtom, onlineAtom } from '#src/state/feedback.ts'
import { lastAction } from '#src/state/history.ts'
import { failureTitle } from '#src/ui/Failed.tsx'
import { part } from '#src/ui/part.ts'
import { Toasts } from '#src/ui/Toasts.tsx'
import { useLasting } from '#src/ui/useLasting.ts'

const BulkDialog = lazy(() =>
  part(() => import('#src/ui/BulkDialog.tsx')).then((m) => ({ default: m.BulkDialog })),
)
const DialogHost = lazy(() =>
  part(() => import('#src/ui/DialogHost.tsx')).then((m) => ({ default: m.DialogHost })),
)

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: () => null,
  beforeLoad: ({ location }) => {
    if (location.pathname === '') throw redirect({ to: '/' })
  },
})

function Root() {
  const pathname = useRouterState({
    select: (s) => s.resolvedLocation?.pathname ?? s.location.pathname,
  })
  const online = useAtomValue(onlineAtom)
  const dialog = useAtomValue(dialogAtom)
  const bulk = useAtomValue(bulkAtom) !== null
  useFreshMe()
  const app = useMe()?.pengaturan?.app_nama ?? 'Nada'
  // Where nobody knows who this is, the page is its failure and called so.
  const stranger = useRouterState({
    select: ({ matches }) => {
      const shell = matches.find((m) => m.routeId === '/_app')
      return shell?.status === 'error' ? failureTitle(shell.error) : undefined
    },
  })
  const title = stranger ?? titleOf(pathname)
  useEffect(() => {
    document.title = `${title} · ${app}`
  }, [title, app])
  // A new page begins at its heading, or in its form; going back, the router restores the scroll and the list its row.
  useEffect(() => {
    if (
      lastAction() !== 'new' ||
      document.activeElement?.matches(':is(main, [role=dialog]) :is(input, select, textarea)')
    )
      return
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <>
      <Bar />
      {!online && (
        <div className="banner" role="alert">
          Tidak ada koneksi
        </div>
      )}
      <Outlet />
      <Toasts />
      {bulk && (
        <Suspense>
          <BulkDialog />
        </Suspense>
      )}
      {dialog && (
        <Suspense>
          <DialogHost dialog={dialog} />
        </Suspense>
      )}
    </>
  )
}

/** The thin bar at the top, while something is on its way. */
function Bar() {
  const pending = useRouterState({ select: (s) => s.isLoading })
  // Prefetching has no observers and shows nothing; nor do the menu's numbers, which nobody waits for.
  const fetching = useIsFetching({
    predicate: (q) => q.getObserversCount() > 0 && q.queryKey[0] !== countsKey,
  })
  const on = useLasting(pending || fetching > 0)
  return <div className="bar" data-on={on ? '' : undefined} role="presentation" />
}
