/**
 * Route options of the portals (start pages of families, students, coaches and sales people). They
 * are part of the first bundle, so that the loader can fetch the content before the code of the
 * page has loaded.
 */
import type { EnsureQueryDataOptions, QueryKey } from '@tanstack/react-query'
import type { ApiError } from '#src/data/api/http.ts'
import { runPrefetch, type Prefetch } from '#src/data/api/prefetch.ts'
import { queryClient } from '#src/data/api/queryClient.ts'

/**
 * Returns the route options of a portal. `read` returns the query on which the component suspends.
 * `prefetch` describes a query that a nested panel reads.
 */
export const portalRoute = <T, K extends QueryKey>(
  read: () => Promise<EnsureQueryDataOptions<T, ApiError, T, K>>,
  prefetch?: Prefetch,
) => ({
  // Ignores errors in the loader, because the component suspends on the same query and shows them.
  loader: async () => {
    const beside = prefetch && runPrefetch(prefetch)
    await queryClient.ensureQueryData(await read()).catch(() => {})
    await beside
  },
})
