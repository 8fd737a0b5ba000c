/**
 * Options of a print route, which has the parameter `?id=`. The document is fetched before the
 * screen renders.
 */
import type { QueryKey } from '@tanstack/react-query'
import { recordRoute } from '#src/ui/record/recordRoute.ts'

type PaperQuery = (id: number) => { queryKey: QueryKey; queryFn?: unknown }
/**
 * Returns the options of a print route: `paperRoute(() => import('…').then((m) =>
 * m.HonorPeriodes.queries.kertas))`.
 */
export const paperRoute = (query: () => Promise<PaperQuery>) =>
  recordRoute(async () => ({ queries: { view: await query() } }))
