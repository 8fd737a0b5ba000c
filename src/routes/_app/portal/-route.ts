/**
 * Options of a portal's route, in the first bundle: the loader fetches the content before the page
 * renders.
 */
import type { EnsureQueryDataOptions, QueryKey } from '@tanstack/react-query'
import { fetchAhead, type Ahead } from '#src/data/ahead.ts'
import type { ApiError } from '#src/data/http.ts'
import { queryClient } from '#src/data/queryClient.ts'

/**
 * Returns the route options. `read` returns the query options on which the component suspends; the
 * second argument lists queries that a nested panel reads.
 */
export const portalRoute = <T, K extends QueryKey>(
  read: () => Promise<EnsureQueryDataOptions<T, ApiError, T, K>>,
  ahead?: Ahead,
) => ({
  // Errors are handled by the component.
  loader: async () => {
    const beside = ahead && fetchAhead(ahead)
    await queryClient.ensureQueryData(await read()).catch(() => {})
    await beside
  },
})
