/**
 * Options of a portal's route, in the first bundle: the loader fetches the content before the page
 * renders.
 */
import type { EnsureQueryDataOptions, QueryKey } from '@tanstack/react-query'
import type { ApiError } from '#src/data/api/http.ts'
import { runPrefetch, type Prefetch } from '#src/data/api/prefetch.ts'
import { queryClient } from '#src/data/api/queryClient.ts'

/**
 * Returns the route options. `read` returns the query options on which the component suspends; the
 * second argument lists queries that a nested panel reads.
 */
export const portalRoute = <T, K extends QueryKey>(
  read: () => Promise<EnsureQueryDataOptions<T, ApiError, T, K>>,
  prefetch?: Prefetch,
) => ({
  // Errors are handled by the component.
  loader: async () => {
    const beside = prefetch && runPrefetch(prefetch)
    await queryClient.ensureQueryData(await read()).catch(() => {})
    await beside
  },
})
