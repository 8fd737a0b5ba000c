/** Prefetches of a loader besides its list or record. In the first bundle. */
import type { QueryKey } from '@tanstack/react-query'
import { can, type AccessCode } from '#contract/access/access.ts'
import { queryClient } from '#src/data/queryClient.ts'
import { me } from '#src/data/session.ts'

/**
 * Something small, one indexed query, that stands beside or above what a page shows: drawn later,
 * it would move that under the pointer.
 */
export interface Ahead {
  /** Code that the query needs; everybody may send the query when omitted. */
  code?: AccessCode
  query: () => Promise<{ queryKey: QueryKey; queryFn?: unknown }>
}
/** Fetches it. A failure is the component's, which reads the same query. */
export const fetchAhead = async ({ code, query }: Ahead): Promise<void> => {
  if (code && !can(me(), code)) return
  // The options are the resource's own, so fetching them is sound.
  const options = (await query()) as Parameters<typeof queryClient.ensureQueryData>[0]
  await queryClient.ensureQueryData(options).catch(() => {})
}
