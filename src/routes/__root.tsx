import { Group } from '@mantine/core'
import { createRootRoute, Outlet, redirect, useRouterState } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import { titleOf } from '#src/data/session/guard.ts'
import { useAppName, useFreshMe } from '#src/data/session/session.ts'
import { bulkAtom } from '#src/state/bulk.ts'
import { dialogAtom, onlineAtom, toastsAtom } from '#src/state/feedback.ts'
import { lastAction } from '#src/state/history.ts'
import { failureTitle } from '#src/ui/feedback/Failed.tsx'
import { LoadingBar } from '#src/ui/feedback/LoadingBar.tsx'
import { NewVersion } from '#src/ui/feedback/NewVersion.tsx'
import { part } from '#src/ui/page/part.ts'

const BulkDialog = lazy(() =>
  part(() => import('#src/ui/list/bulk/BulkDialog.tsx')).then((m) => ({ default: m.BulkDialog })),
)
const Toasts = lazy(() =>
  part(() => import('#src/ui/feedback/Toasts.tsx')).then((m) => ({ default: m.Toasts })),
)
const DialogHost = lazy(() =>
  part(() => import('#src/ui/overlay/DialogHost.tsx')).then((m) => ({ default: m.DialogHost })),
)

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: () => null,
  beforeLoad: ({ location }) => {
    if (location.pathname === '') throw redirect({ to: '/' })
  },
})

const banner = {
  position: 'sticky',
  top: 0,
  zIndex: 1100,
  height: '2.5rem',
  justifyContent: 'center',
  background: '#9a3a06',
  color: '#fff',
  fontWeight: 500,
} as const

function Root() {
  const pathname = useRouterState({
    select: (s) => s.resolvedLocation?.pathname ?? s.location.pathname,
  })
  const online = useAtomValue(onlineAtom)
  const dialog = useAtomValue(dialogAtom)
  const bulk = useAtomValue(bulkAtom) !== null
  useFreshMe()
  const app = useAppName()
  // Title of the error page that replaces the app when the session could not be loaded; undefined
  // otherwise.
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
  // Moves the focus after a forward navigation: to the main button of the page (`data-page-focus`),
  // or to the heading if the page marks no main button. Does nothing if an input already has the
  // focus. After going back, the router restores the scroll position, and a list restores the focus
  // to the row that the user had opened.
  useEffect(() => {
    if (
      (lastAction() !== 'new' && document.querySelector('[data-list]')) ||
      document.activeElement?.matches(':is(main, [role=dialog]) :is(input, select, textarea)')
    )
      return
    const target =
      document.querySelector<HTMLElement>('[data-page-focus]') ?? document.querySelector('h1')
    target?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <>
      <LoadingBar />
      {online ? (
        <NewVersion style={{ ...banner, background: '#3730a3' }} />
      ) : (
        <Group className="noPrint" data-banner role="alert" style={banner}>
          Tidak ada koneksi
        </Group>
      )}
      <Outlet />
      <ToastRegion />
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

/**
 * Live region for toasts. The region must be in the document before the first toast is added,
 * otherwise screen readers do not announce the first toast.
 */
function ToastRegion() {
  const hasToast = useAtomValue(toastsAtom).length > 0
  const [isWanted, setWanted] = useState(hasToast)
  if (hasToast && !isWanted) setWanted(true)
  return (
    <div role="status" aria-live="polite">
      {isWanted && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </div>
  )
}
