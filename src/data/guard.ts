/** The route guard: specification section 2, from the table of contract/routes.ts. */
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { can } from '#contract/access/access.ts'
import { RoleId } from '#contract/enums.ts'
import { routes, type RouteInfo, type RoutePath } from '#contract/routes.ts'
import { ApiError, call, token } from '#src/data/http.ts'
import { queryClient } from '#src/data/queryClient.ts'
import { me, profileQuery, roleOf, type Me } from '#src/data/session.ts'

/** The route of a path; undefined when there is none. */
export const routeOf = (path: string): RouteInfo | undefined =>
  routes[path.replace(/(.)\/$/, '$1') as RoutePath]
/** A page's title: its h1 and the beginning of its document title. */
export const titleOf = (path: string): string => routeOf(path)?.title ?? 'Halaman Tidak Ditemukan'

/** The first page of a role, by its base; superadmin's and admins' is the dashboard. */
const portals: Record<number, RoutePath> = {
  [RoleId.pelatih]: '/portal/pelatih',
  [RoleId.sales]: '/portal/sales',
  [RoleId.akunBilling]: '/portal/akun-billing',
  [RoleId.peserta]: '/portal/peserta',
}
/** The own portal, where it may be opened. */
const portalOf = (user: Me): RoutePath | undefined => {
  const portal = portals[roleOf(user) ?? 0]
  const access = portal && routeOf(portal)?.access
  return access && can(user, access) ? portal : undefined
}

const loadMe = async (): Promise<Me | undefined> => {
  try {
    return me() ?? (await queryClient.fetchQuery(profileQuery))
  } catch (error) {
    // Without a response the user is unknown: the page fails and retries, nobody is logged out.
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) throw error
    return undefined
  }
}

/** The first page of a user's menu; set once by the shell. */
export const onHome: { first?: (user: Me) => Promise<string | undefined> } = {}
/**
 * Where `/` leads a user: the dashboard, their portal, or the menu's first page; undefined: to a
 * refusal. The menu comes with the shell, so only who has no other waits for it.
 */
export const homeOf = async (user: Me): Promise<string | undefined> =>
  can(user, 'dashboard') ? '/' : (portalOf(user) ?? (await onHome.first?.(user)))

/** Where a user must go first: a password to change, a second factor to set up. */
const dutyOf = (user: Me): '/profile/ubah-password' | '/profile/view' | undefined => {
  if (user.harus_ganti_password) return '/profile/ubah-password'
  return user.harus_dua_langkah ? '/profile/view' : undefined
}
/** Redirects a user who may not see a page to the user's first page, or to the refusal. */
const refuse = async (user: Me, path: string, preload: boolean): Promise<never> => {
  if (!preload) call('post', 'audit/rute-ditolak', { body: { route: path } }).catch(() => {})
  const home = path === '/' ? await homeOf(user) : undefined
  if (home) throw redirect({ to: home, replace: true })
  throw redirect({ to: '/errors/$kode', params: { kode: '403' }, replace: true })
}

/** Lets pass, or throws a redirect. */
export const guard = async (location: ParsedLocation, preload = false): Promise<void> => {
  const path = location.pathname.replace(/(.)\/$/, '$1')
  const route = routeOf(path)
  if (!route) throw redirect({ to: '/errors/$kode', params: { kode: '404' }, replace: true })
  if (route.public) return
  const user = token.get() ? await loadMe() : undefined
  const search = { ke: path === '/' ? undefined : location.href }
  if (!user) throw redirect({ to: '/auth/login', search, replace: true })
  const duty = dutyOf(user)
  // Whatever the codes: until it is done there is no way on, but to its own page.
  if (duty === path) return
  if (duty) throw redirect({ to: duty, search, replace: true })
  if (route.access !== null && !can(user, route.access)) await refuse(user, path, preload)
}
