/**
 * The numbers beside the menu's items: one call for all, asked anew when what it counts changes.
 */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { can } from '#contract/access/access.ts'
import { menuCounts } from '#contract/access/menuCounts.ts'
import type { countMenu } from '#contract/access/menuCounts.ts'
import type { CallOutput } from '#contract/call.ts'
import { ApiError, call } from '#src/data/http.ts'
import { countsKey } from '#src/data/queryClient.ts'
import { useMe } from '#src/data/session.ts'

type Counts = CallOutput<typeof countMenu>
/** What others do shows after this long at the latest, while somebody looks. */
const every = 3 * 60_000

const query = queryOptions({
  queryKey: [countsKey, 'view', {}],
  queryFn: async ({ signal }): Promise<Counts> => {
    try {
      return await call<Counts>('get', 'jumlah-menu', { signal })
    } catch (error) {
      // Another server of the specification has no such call: its menu has no numbers.
      if (error instanceof ApiError && error.status === 404) return {}
      throw error
    }
  },
  staleTime: 60_000,
})

const codes = Object.values(menuCounts).map(({ code }) => code)
/** The numbers that the user sees; none until they are there, and none for whoever sees none. */
export const useMenuCounts = (): Counts => {
  const user = useMe()
  const isHeld = user?.harus_ganti_password || user?.harus_dua_langkah
  const enabled = !isHeld && codes.some((code) => can(user, code))
  const { data } = useQuery({ ...query, enabled, refetchInterval: every })
  return (enabled && data) || {}
}
