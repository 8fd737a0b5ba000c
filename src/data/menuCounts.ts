/**
 * Counts beside the menu's items: one call for all of them, fetched again when the counted rows
 * change.
 */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { countMenu } from '#contract/access/menuCounts.ts'
import type { CallOutput } from '#contract/call.ts'
import { ApiError, call } from '#src/data/api/http.ts'
import { countsKey } from '#src/data/api/queryClient.ts'
import { useMe } from '#src/data/session/session.ts'

type Counts = CallOutput<typeof countMenu>
/** Polling interval while the page is visible, in ms: other users' changes show after this time. */
const pollIntervalMs = 3 * 60_000

export const menuCountsQuery = queryOptions({
  queryKey: [countsKey, 'view', {}],
  queryFn: async ({ signal }): Promise<Counts> => {
    try {
      return await call<Counts>('get', 'jumlah-menu', { signal })
    } catch (error) {
      // A server without this call has a menu without numbers.
      if (error instanceof ApiError && error.status === 404) return {}
      throw error
    }
  },
  staleTime: 60_000,
})

/** Returns the menu counts, and whether the counts are still loading. */
export const useMenuCountsFound = (): { counts: Counts; isPending: boolean; isError: boolean } => {
  const user = useMe()
  const isHeld = user?.harus_ganti_password || user?.harus_dua_langkah
  const enabled = user !== undefined && user !== null && !isHeld
  const { data, isPending, isError } = useQuery({
    ...menuCountsQuery,
    enabled,
    refetchInterval: pollIntervalMs,
  })
  return { counts: (enabled && data) || {}, isPending, isError }
}
/** Returns the counts that the user may see, including unread notices; none while they load. */
export const useMenuCounts = (): Counts => useMenuCountsFound().counts
