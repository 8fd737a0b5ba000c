/** Route guard: checks whether the user may open a path, by the table in contract/routes.ts. */
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { can } from '#contract/access/access.ts'
import { RoleId } from '#contract/enums.ts'
import { routes, type RouteInfo, type RoutePath } from '#contract/routes.ts'
import { ApiError, call, token } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { me, profileQuery, roleOf, type Me } from '#src/data/session/session.ts'

/** Returns the entry of a path in the table of routes; undefined when there is none. */
export const routeOf = (path: string): RouteInfo | undefined =>
  routes[path.replace(/(.)\/$/, '$1') as RoutePath]
/** Returns the title of a page: its h1 and the beginning of the document title. */
export const titleOf = (path: string): string => routeOf(path)?.title ?? 'Halaman Tidak Ditemukan'

/**
 * First page of users without access to the dashboard, by role id. A user with a custom role gets
 * the page of its base role.
 */
const portals: Record<number, RoutePath> = {
  [RoleId.pelatih]: '/portal/pelatih',
  [RoleId.sales]: '/portal/sales',
  [RoleId.akunBilling]: '/portal/akun-billing',
  [RoleId.peserta]: '/portal/peserta',
}
/** Returns the first page of the user's role, if the user may open it. */
const portalOf = (user: Me): RoutePath | undefined => {
  const portal = portals[roleOf(user) ?? 0]
  const access = portal && routeOf(portal)?.access
  return access && can(user, access) ? portal : undefined
}

const loadMe = async (): Promise<Me | undefined> => {
  try {
    return me() ?? (await queryClient.fetchQuery(profileQuery))
  } catch (error) {
    // Throws if there was no response or the server failed. The page then shows an error with a
    // retry, and the user stays logged in.
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) throw error
    return undefined
  }
}

/** Callback that returns the first page of a user's menu; set once by the shell. */
export const onHome: { first?: (user: Me) => Promise<string | undefined> } = {}
/**
 * Returns the page that `/` redirects a user to: the dashboard, the portal, or the menu's first
 * page; undefined if the user has none of these and so gets the 403 page. Only a user with neither
 * dashboard nor portal waits for the menu, which loads with the shell.
 */
export const homeOf = async (user: Me): Promise<string | undefined> =>
  can(user, 'dashboard') ? '/' : (portalOf(user) ?? (await onHome.first?.(user)))

/**
 * Returns the page that a user must visit before any other: to change the password, or to set up a
 * second factor.
 */
const requiredPageOf = (user: Me): '/profile/ubah-password' | '/profile/view' | undefined => {
  if (user.harus_ganti_password) return '/profile/ubah-password'
  return user.harus_dua_langkah ? '/profile/view' : undefined
}
/**
 * Redirects a user without access to a page: from `/` to the user's first page, from any other page
 * to the 403 page.
 */
const denyAccess = async (user: Me, path: string, preload: boolean): Promise<never> => {
  if (!preload) call('post', 'audit/rute-ditolak', { body: { route: path } }).catch(() => {})
  const home = path === '/' ? await homeOf(user) : undefined
  if (home) throw redirect({ to: home, replace: true })
  throw redirect({ to: '/errors/$kode', params: { kode: '403' }, replace: true })
}

/** Allows the navigation, or throws a redirect. */
export const guard = async (location: ParsedLocation, preload = false): Promise<void> => {
  const path = location.pathname.replace(/(.)\/$/, '$1')
  const route = routeOf(path)
  if (!route) throw redirect({ to: '/errors/$kode', params: { kode: '404' }, replace: true })
  if (route.public) return
  const user = token.get() ? await loadMe() : undefined
  const search = { ke: path === '/' ? undefined : location.href }
  if (!user) throw redirect({ to: '/auth/login', search, replace: true })
  const duty = requiredPageOf(user)
  // Checks the required page before the access codes. Until the user has changed the password or
  // set up the second factor, no other page opens.
  if (duty === path) return
  if (duty) throw redirect({ to: duty, search, replace: true })
  if (route.access !== null && !can(user, route.access)) await denyAccess(user, path, preload)
}
