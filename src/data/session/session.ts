/**
 * Session of the logged-in user. Token and profile are in local storage and are deleted at logout.
 * The settings of the device stay in local storage.
 */
import { hashKey, queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { can, type AccessCode } from '#contract/access/access.ts'
import type { profile as profileCall } from '#contract/access/authCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { call, on, token } from '#src/data/api/http.ts'
import { dropQueries, queryClient } from '#src/data/api/queryClient.ts'

type Full = CallOutput<typeof profileCall>
/**
 * Profile of the user. Fields that the original specification lacks are optional, because another
 * server may not send them.
 */
export type Me = Omit<
  Full,
  'pengaturan' | 'harus_ganti_password' | 'harus_dua_langkah' | 'gedung_wilayah' | 'role'
> & { role?: Full['role'] | null } & Partial<
    Pick<Full, 'pengaturan' | 'harus_ganti_password' | 'harus_dua_langkah' | 'gedung_wilayah'>
  >

const stored = (): Me | undefined => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem('user') ?? 'null')
    return typeof value === 'object' && value !== null ? (value as Me) : undefined
  } catch {
    return undefined
  }
}

/**
 * Polling interval of the profile, in ms. A visible screen shows a setting changed by another user
 * after at most this time.
 */
const freshMs = 60_000
export const profileQuery = queryOptions({
  queryKey: ['profile', 'view', {}],
  queryFn: async () => {
    const me = await call<Me>('get', 'profile')
    localStorage.setItem('user', JSON.stringify(me))
    return me
  },
  initialData: () => (token.get() ? stored() : undefined),
  initialDataUpdatedAt: 0,
  staleTime: freshMs,
  refetchOnWindowFocus: 'always',
})

/** Returns the cached or stored profile without a request; undefined when logged out. */
export const me = (): Me | undefined =>
  queryClient.getQueryData(profileQuery.queryKey) ?? (token.get() ? stored() : undefined)
const cachedProfile = (): Me | undefined =>
  token.get() ? queryClient.getQueryData(profileQuery.queryKey) : undefined
/** Fetches the profile again, even if the cached profile is not stale. */
export const reloadMe = (): Promise<Me> => queryClient.fetchQuery({ ...profileQuery, staleTime: 0 })
// Whether the user is logged in. `useFreshMe` passes this function to the query instead of its
// result. The result would keep the state of the first render after a login or logout.
const loggedIn = () => token.get() !== null
/** Polls the profile while the app is mounted. */
export const useFreshMe = (): void => {
  useQuery({ ...profileQuery, enabled: loggedIn, refetchInterval: freshMs })
}
const hash = hashKey(profileQuery.queryKey)
// Ignores events for added queries: the root component adds queries while it renders, and React
// forbids state changes during a render.
const subscribe = (changed: () => void) =>
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if ((type === 'updated' || type === 'removed') && query.queryHash === hash) changed()
  })
/**
 * Returns the profile; undefined when logged out. Only reads the cached profile and does not fetch
 * it, because dozens of components use this hook. `useFreshMe` fetches the profile.
 */
export const useMe = (): Me | undefined => useSyncExternalStore(subscribe, cachedProfile)
const namedPage = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')
/**
 * Returns the name that the school has given the app. Takes the name from the profile, otherwise
 * from the page's meta tag, which the server writes for visitors who are not logged in.
 */
export const useAppName = (): string => {
  const schoolName = useMe()?.pengaturan?.app_nama
  return String(schoolName ?? namedPage?.content ?? 'Nada')
}
/** Whether the user holds an access code. */
export const useCan = (code: AccessCode): boolean => can(useMe(), code)
/** Returns a function that checks any access code, for lists of actions. */
export const useAllowed = (): ((code: AccessCode) => boolean) => {
  const user = useMe()
  return (code) => can(user, code)
}

/**
 * Returns a function that checks any access code. Accepts also codes that the server stores but the
 * contract of this app does not list.
 */
export const useHolds = (): ((kode: string) => boolean) => {
  const user = useMe()
  return (kode) => can(user, kode as AccessCode)
}

/** Returns the role id of a user; for a custom role, the id of its base role (domain.md 3.14). */
export const roleOf = (user: Me | undefined): number | undefined =>
  user?.role?.dasar_role_id ?? user?.role_id

/**
 * Removes the token, the profile and all cached queries of the user. `byServer`: whether the
 * session has ended without a logout.
 */
export const forget = (byServer = false): void => {
  token.leave(byServer)
  localStorage.removeItem('user')
  queryClient.getMutationCache().clear()
  queryClient.removeQueries({ queryKey: profileQuery.queryKey })
  dropQueries(() => true)
}
/**
 * Logs in and loads the profile. Throws ApiError. The `data.dua_langkah` of the error is set if the
 * login also needs a code of the second factor.
 */
export const login = async (username: string, password: string, kode?: string): Promise<Me> => {
  const { key } = await call<{ key: string }>('post', 'auth/login', {
    body: { username, password, kode },
  })
  forget()
  token.set(key)
  return reloadMe()
}
let loggingOut = false
/**
 * Whether the user is logging out at the moment. During a logout the server rejects pending calls
 * of the page. These errors do not mean that the session has expired.
 */
export const isLoggingOut = (): boolean => loggingOut
/** Logs out on this device, even if the server cannot be reached. */
export const logout = async (): Promise<void> => {
  loggingOut = true
  await call('post', 'auth/logout', { body: {} }).catch(() => {})
  loggingOut = false
  forget()
}

let reloading = false
on.forbidden = () => {
  if (reloading || !token.get()) return
  reloading = true
  reloadMe()
    .catch(() => {})
    .finally(() => {
      reloading = false
    })
}
