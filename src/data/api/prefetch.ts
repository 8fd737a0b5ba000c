/** Prefetches of a loader besides its list or record. In the first bundle. */
import type { QueryKey } from '@tanstack/react-query'
import { can, type AccessCode } from '#contract/access/access.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { me } from '#src/data/session/session.ts'

/**
 * A small query (one indexed read) for a part beside or above the page's content. Without the
 * prefetch the part would render late and move the content under the pointer.
 */
export interface Prefetch {
  /** Access code that the query needs; without it every user may send the query. */
  code?: AccessCode
  query: () => Promise<{ queryKey: QueryKey; queryFn?: unknown }>
}
/**
 * Runs the prefetch. A failure is ignored here: the component that reads the same query shows it.
 */
export const runPrefetch = async ({ code, query }: Prefetch): Promise<void> => {
  if (code && !can(me(), code)) return
  // The query options come from the resource itself, so fetching them here is type-safe.
  const options = (await query()) as Parameters<typeof queryClient.ensureQueryData>[0]
  await queryClient.ensureQueryData(options).catch(() => {})
}
