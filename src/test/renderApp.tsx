/** Renders the whole app in a test, as main.tsx does. */
import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render, waitFor } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { Provider } from 'jotai'
import { ApiError, token } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { reloadMe } from '#src/data/session/session.ts'
import { router } from '#src/router.tsx'
import { startApp } from '#src/start.ts'
import { bulkAtom } from '#src/state/bulk.ts'
import { dialogAtom, onlineAtom, store, toastsAtom } from '#src/state/feedback.ts'
import {
  schemeManager,
  shortcutsAtom,
  sidebarVisibleMobileAtom,
  sideOverlayAtom,
} from '#src/state/layout.ts'
import { theme, variables } from '#src/theme.ts'
import { stopReturningFocus } from '#src/ui/overlay/useReturnFocus.ts'

// The timeout is long, so that tests do not fail on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

let started = false

/**
 * Opens a path such as `/bank?page=2` as the user of the token `bearer`. Returns a `userEvent`
 * session once the page shows its h1.
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
        {/* The test environment renders without transitions, because jsdom never ends one. */}
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
    // Does not log failed calls, because an error boundary already shows them. main.tsx does the
    // same.
    {
      onCaughtError: (error) => {
        if (!(error instanceof ApiError)) console.error(error)
      },
    },
  )
  // The path was pushed before the app mounted. Whether the router has noticed the push depends on
  // timers of the previous test, so the navigation is started explicitly if it has not begun.
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
 * Unmounts the app and clears its state, so that the next test sees no calls or messages of this
 * test. Runs before the test's server and database (`serveSchool`) close.
 */
export const closeApp = async (): Promise<void> => {
  // Moves the router to a page without queries and clears its cache, because the next test uses the
  // same router.
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
  store.set(shortcutsAtom, undefined)
  store.set(sidebarVisibleMobileAtom, false)
  notifications.clean()
  token.clear()
}
/** Returns the path and search of the app, as in the address bar after `#`. */
export const place = (): string => location.hash.slice(1)
