/**
 * Options of a record's route, which has the parameters `?id=` and `tab`. The record is fetched
 * before the screen renders. This file is in the first bundle.
 */
import type { QueryKey } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { runPrefetch, type Prefetch } from '#src/data/api/prefetch.ts'
import { positive } from '#src/data/search.ts'

interface Viewable {
  queries: { view: (id: number, expand?: string) => { queryKey: QueryKey; queryFn?: unknown } }
}

/**
 * Returns the options of a record's route: `recordRoute(() =>
 * import('#src/data/resources/billing.ts').then((m) => m.Billings), 'items')`. The component of
 * this route reads `Billings.useView(id, 'items')`. `prefetch` is a query for the part of the page
 * that is above the record.
 */
export const recordRoute = (
  resource: () => Promise<Viewable>,
  expand?: string,
  prefetch?: Omit<Prefetch, 'query'> & { query: (id: number) => ReturnType<Prefetch['query']> },
) => ({
  validateSearch: (search: Record<string, unknown>): { id: number; tab?: string } => ({
    id: positive(search.id) ?? 0,
    ...(typeof search.tab === 'string' && /^[a-z-]+$/.test(search.tab) ? { tab: search.tab } : {}),
  }),
  loaderDeps: ({ search }: { search: { id: number } }) => ({ id: search.id }),
  loader: async ({ deps: { id } }: { deps: { id: number } }) => {
    if (id === 0) throw redirect({ to: '/errors/$kode', params: { kode: '404' }, replace: true })
    const query = async () => (await resource()).queries.view(id, expand)
    await Promise.all([
      runPrefetch({ query }),
      prefetch && runPrefetch({ ...prefetch, query: () => prefetch.query(id) }),
    ])
  },
})
