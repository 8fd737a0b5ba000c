/** Options of a portal's route, in the first bundle: what it tells is asked for before it shows. */
import type { EnsureQueryDataOptions, QueryKey } from '@tanstack/react-query'
import { fetchAhead, type Ahead } from '#src/data/ahead.ts'
import type { ApiError } from '#src/data/http.ts'
import { queryClient } from '#src/data/queryClient.ts'

/**
 * `read` answers the options of the query on which the component suspends; `ahead`, what a panel in
 * the midst of it reads by itself.
 */
export const portalRoute = <T, K extends QueryKey>(
  read: () => Promise<EnsureQueryDataOptions<T, ApiError, T, K>>,
  ahead?: Ahead,
) => ({
  // A failure is the component's.
  loader: async () => {
    const beside = ahead && fetchAhead(ahead)
    await queryClient.ensureQueryData(await read()).catch(() => {})
    await beside
  },
})
