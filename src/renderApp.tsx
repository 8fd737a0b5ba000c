/** renderApp(): the whole app as main.tsx draws it, in a test. */
import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render, waitFor } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { Provider } from 'jotai'
import { ApiError, token } from '#src/data/http.ts'
import { queryClient } from '#src/data/queryClient.ts'
import { reloadMe } from '#src/data/session.ts'
import { router } from '#src/router.tsx'
import { startApp } from '#src/start.ts'
import { bulkAtom } from '#src/state/bulk.ts'
import { dialogAtom, onlineAtom, store, toastsAtom } from '#src/state/feedback.ts'
import { schemeManager, sidebarVisibleMobileAtom, sideOverlayAtom } from '#src/state/layout.ts'
import { theme, variables } from '#src/theme.ts'
import { stopReturningFocus } from '#src/ui/overlay/useReturnFocus.ts'

// A busy machine is no failure: a test that waits in vain says so by its own time-out.
configure({ asyncUtilTimeout: 10_000 })

let started = false

/**
 * Opens a path (`/bank?page=2`) as the owner of a token, and answers the user at the keyboard once
 * the page's h1 stands.
 */
export const renderApp = async (path: string, bearer: string): Promise<UserEvent> => {
  if (!started) startApp()
  started = true
  token.set(bearer)
  await reloadMe()
  router.history.push(path)
  render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        {/* Without transitions: jsdom never ends one. */}
        <MantineProvider
          theme={theme}
          cssVariablesResolver={variables}
          colorSchemeManager={schemeManager}
          env="test"
        >
          <RouterProvider router={router} />
        </MantineProvider>
      </QueryClientProvider>
    </Provider>,
    // As main.tsx: what a boundary caught of a failed call is on the screen.
    {
      onCaughtError: (error) => {
        if (!(error instanceof ApiError)) console.error(error)
      },
    },
  )
  // Moved before the app stood: whether it saw that by itself depends on what the last test left to
  // finish.
  if (!router.state.isLoading && router.state.resolvedLocation?.href !== router.latestLocation.href)
    void router.load()
  const user = userEvent.setup({ delay: null })
  await waitFor(() => {
    if (
      router.state.isLoading ||
      router.state.resolvedLocation?.href !== router.latestLocation.href ||
      !document.querySelector('h1')
    )
      throw new Error(`${path} is still loading`)
  })
  return user
}
/**
 * Takes the app down before its school closes: nothing of this test is fetched or shown in the
 * next.
 */
export const closeApp = async (): Promise<void> => {
  // The router lives on: left on a page that asks nothing, and with no page kept for coming back.
  await router.navigate({ to: '/errors/$kode', params: { kode: '404' }, ignoreBlocker: true })
  router.clearCache()
  cleanup()
  stopReturningFocus()
  await queryClient.cancelQueries()
  queryClient.clear()
  store.set(dialogAtom, null)
  store.set(toastsAtom, [])
  store.set(bulkAtom, null)
  store.set(onlineAtom, true)
  store.set(sideOverlayAtom, false)
  store.set(sidebarVisibleMobileAtom, false)
  notifications.clean()
  token.clear()
}
/** Where the app is: path and search as in the address bar after `#`. */
export const place = (): string => location.hash.slice(1)
