/**
 * Queries that a loader fetches besides its list or record. This file is part of the first bundle.
 */
import type { QueryKey } from '@tanstack/react-query'
import { can, type AccessCode } from '#contract/access/access.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { me } from '#src/data/session/session.ts'

/**
 * Prefetch of a small query (one indexed read) for a part beside or above the page's content.
 * Without the prefetch the part would render late and move the content under the pointer.
 */
export interface Prefetch {
  /** Access code that the query needs; undefined if every user may send the query. */
  code?: AccessCode
  query: () => Promise<{ queryKey: QueryKey; queryFn?: unknown }>
}
/**
 * Runs the prefetch if the user has its access code. Ignores a failure, because the component that
 * reads the same query shows the error.
 */
export const runPrefetch = async ({ code, query }: Prefetch): Promise<void> => {
  if (code && !can(me(), code)) return
  // Casts the options, because `Prefetch` declares `query` with a looser type. The cast is safe,
  // because every `query` returns query options.
  const options = (await query()) as Parameters<typeof queryClient.ensureQueryData>[0]
  await queryClient.ensureQueryData(options).catch(() => {})
}
