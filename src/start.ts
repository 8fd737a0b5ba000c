/**
 * Connects the data layer with the router and with the toasts and dialogs. Handles the failures of
 * all calls: missing connection, rejected login, and errors of actions.
 */
import { apiBase, on, token } from '#src/data/api/http.ts'
import { onActionError, queryClient } from '#src/data/api/queryClient.ts'
import { onHome } from '#src/data/session/guard.ts'
import { forget, isLoggingOut, me, profileQuery, reloadMe } from '#src/data/session/session.ts'
import { router } from '#src/router.tsx'
import { dropDialog, onlineAtom, showError, store } from '#src/state/feedback.ts'
import { moved } from '#src/state/history.ts'
import { pageLoaderAtom } from '#src/state/layout.ts'
import { provideNewRows } from '#src/ui/form/pickers/newRow.ts'
import { isUnfetched, part } from '#src/ui/page/part.ts'

/**
 * Returns the path and search parameters to which the user returns after login; undefined on the
 * pages before login.
 */
const here = () =>
  router.state.location.pathname.startsWith('/auth/') ? undefined : router.state.location.href

const toLogin = () => {
  if (isLoggingOut()) return
  if (token.get() === null && router.latestLocation.pathname === '/auth/login') return
  const ke = here()
  forget(token.get() !== null)
  void router.navigate({
    to: '/auth/login',
    search: { ke: ke === '/' ? undefined : ke },
    ignoreBlocker: true,
  })
}

let probe: ReturnType<typeof setTimeout> | undefined
/**
 * Calls the server after `wait` ms, and again with growing pauses until it responds. Then marks the
 * app as online.
 */
const probeSoon = (wait = 2000) => {
  clearTimeout(probe)
  probe = setTimeout(async () => {
    const answer = await fetch(`${apiBase}/profile`, {
      headers: token.get() ? { Authorization: `Bearer ${token.get()}` } : {},
    }).catch(() => undefined)
    // A response with a status of 502 or above comes from a proxy in front of a dead server.
    if (answer && answer.status < 502) setOnline(true)
    else probeSoon(Math.min(wait * 1.5, 15_000))
  }, wait)
}
const setOnline = (online: boolean) => {
  if (store.get(onlineAtom) === online) return
  store.set(onlineAtom, online)
  if (!online) return probeSoon()
  clearTimeout(probe)
  void queryClient.refetchQueries({
    predicate: (q) => q.state.status === 'error' || q.state.fetchFailureCount > 0,
    type: 'active',
  })
}

/**
 * Handles a chunk that could not be fetched. If the server responds, it runs a new version with
 * other chunks. The page then reloads, at most once per chunk to prevent an endless loop. If the
 * server does not respond, the failure counts as a lost connection. The new message keeps the
 * router from handling the failure. The router would reload the page, and the browser would show
 * its own error page when the server is dead.
 */
const onUnfetched = (event: Event & { payload?: unknown }) => {
  if (!(event.payload instanceof Error)) return
  const key = `nada.muat-ulang:${event.payload.message}`
  Object.assign(event.payload, { message: 'Tidak ada koneksi', unfetched: true })
  setOnline(false)
  void fetch(location.pathname, { cache: 'no-store' })
    .catch(() => undefined)
    .then((answer) => {
      if (!answer?.ok || sessionStorage.getItem(key)) return
      sessionStorage.setItem(key, '1')
      location.reload()
    })
}

/**
 * Returns the fields of the profile that decide which screens the route guard allows, as JSON;
 * undefined without a profile.
 */
const accessState = () =>
  me() &&
  JSON.stringify([me()?.role, me()?.role_id, me()?.harus_ganti_password, me()?.harus_dua_langkah])

export const startApp = (): void => {
  on.unauthorized = toLogin
  on.connection = setOnline
  onHome.first = async (user) =>
    (await part(() => import('#src/layout/menu/menu.ts'))).firstOf(user)
  router.history.subscribe(({ action }) => {
    moved(action.type)
    dropDialog()
    // Removes failed queries, so that the page is fetched again when the user returns to it.
    queryClient.removeQueries({
      predicate: ({ state }) =>
        state.status === 'error' && state.data === undefined && state.fetchStatus === 'idle',
    })
  })
  // Removes the page loader when the first page has rendered or shows its error.
  const rendered = router.subscribe('onRendered', () => {
    store.set(pageLoaderAtom, false)
    rendered()
  })
  provideNewRows(async () => (await import('#src/routes/_app/-newRows.ts')).findNewRow)
  onActionError.show = showError
  window.addEventListener('vite:preloadError', onUnfetched)
  // Suppresses the console error of a failed chunk. The router does not handle this error if the
  // data of the same screen failed first. The banner already shows the lost connection.
  window.addEventListener('unhandledrejection', (event) => {
    if (isUnfetched(event.reason)) event.preventDefault()
  })
  if (!navigator.onLine) setOnline(false)
  window.addEventListener('online', () => {
    if (!store.get(onlineAtom)) probeSoon(0)
  })
  // Sends attendance marks that an earlier visit could not send. The app does this at every start,
  // whichever page it opens.
  if (localStorage.getItem('nada.absensi'))
    void part(() => import('#src/data/attendance/attendanceQueue.ts')).then((m) => m.sendQueue())
  // Reloads after another tab has logged out or logged in as another user.
  window.addEventListener('storage', (event) => {
    if (event.key === 'token' && event.newValue !== event.oldValue) location.reload()
  })
  // Fetches the profile and the code of the page in parallel if there is a token. The token is most
  // likely valid, so the page will need its code.
  if (token.get()) reloadMe().catch(() => {})
  if (token.get())
    for (const route of router.getMatchedRoutes(router.latestLocation.pathname)[0])
      router.loadRouteChunk(route)?.catch(() => {})
  // Runs the route guard again when the role in the profile changes, or when the duty to change the
  // password or to set up the second factor changes.
  let codes = accessState()
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (
      (type !== 'updated' && type !== 'removed') ||
      query.queryHash !== JSON.stringify(profileQuery.queryKey)
    )
      return
    const [before, next] = [codes, type === 'removed' ? undefined : accessState()]
    codes = next
    // Ignores the change from no profile to the first profile, because the route guard itself waits
    // for the first profile.
    if (before && next && before !== next) void router.invalidate()
  })
}
