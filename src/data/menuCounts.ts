/**
 * Counts beside the menu items. A single call returns all counts. The app repeats this call at an
 * interval, and when a write has changed counted rows.
 */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { countMenu } from '#contract/access/menuCounts.ts'
import type { CallOutput } from '#contract/call.ts'
import { ApiError, call } from '#src/data/api/http.ts'
import { countsKey } from '#src/data/api/queryClient.ts'
import { useMe } from '#src/data/session/session.ts'

type Counts = CallOutput<typeof countMenu>
/**
 * Polling interval while the page is visible, in ms: the longest delay until other users' changes
 * show.
 */
const pollIntervalMs = 3 * 60_000

const menuCountsQuery = queryOptions({
  queryKey: [countsKey, 'view', {}],
  queryFn: async ({ signal }): Promise<Counts> => {
    try {
      return await call<Counts>('get', 'jumlah-menu', { signal })
    } catch (error) {
      // Returns no counts if the server does not know this call. The menu then shows no numbers.
      if (error instanceof ApiError && error.status === 404) return {}
      throw error
    }
  },
  staleTime: 60_000,
})

/** Returns the counts that the user may see, including unread notices; empty while loading. */
export const useMenuCounts = (): Counts => {
  const user = useMe()
  const isHeld = user?.harus_ganti_password || user?.harus_dua_langkah
  const enabled = user !== undefined && user !== null && !isHeld
  const { data } = useQuery({ ...menuCountsQuery, enabled, refetchInterval: pollIntervalMs })
  return (enabled && data) || {}
}
