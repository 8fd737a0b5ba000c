/**
 * Query cache: defines which queries a write makes stale, and where failures are shown. Query keys
 * are `[name, operation, params]`.
 */
import { MutationCache, QueryClient, type DefaultError, type Query } from '@tanstack/react-query'
import { menuCounts } from '#contract/access/menuCounts.ts'
import type { ApiError } from '#src/data/api/http.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    mutationMeta: { touches?: readonly string[]; quiet?: boolean }
  }
}

/** Callback that shows the error of a failed action; set once by the shell. */
export const onActionError: { show?: (error: DefaultError) => void } = {}

/**
 * Whether a query is about one row: the row's record, its document, or a call with the row's id.
 * Once the row is deleted, such a query can only fail.
 */
const isAboutRow = ({ queryKey: [of, , params] }: Query, name: unknown, id: unknown) => {
  if (of !== name) return false
  return typeof params === 'object' && params !== null
    ? 'id' in params && params.id === id
    : params === id
}

/**
 * Removes queries from the cache. A query without observers is removed at once. A query that a
 * screen uses is removed after the screen has unmounted, because the screen would otherwise fetch
 * the removed query again.
 */
export const dropQueries = (predicate: (query: Query) => boolean): void => {
  const cache = queryClient.getQueryCache()
  for (const query of cache.findAll({ predicate })) {
    if (query.getObserversCount() === 0) {
      cache.remove(query)
      continue
    }
    const end = cache.subscribe((event) => {
      if (event.type !== 'observerRemoved' || event.query !== query) return
      // Waits for the next task, because a screen may unsubscribe and subscribe again while it
      // renders.
      setTimeout(() => {
        if (query.getObserversCount() === 0) {
          end()
          cache.remove(query)
        }
      })
    })
  }
}

/** First part of the query key of the menu counts. */
export const countsKey = 'jumlah-menu'
const isCounted = (name: unknown) => Object.values(menuCounts).some(({ of }) => of === name)
/**
 * Refetches the menu counts when counted rows have changed. A write does not wait for this refetch.
 */
const recount = (names: readonly unknown[]) => {
  if (names.some(isCounted)) void queryClient.invalidateQueries({ queryKey: [countsKey] })
}

/**
 * First parts of the keys of queries that are derived from many resources, so that any write makes
 * them stale: the audit log, the portals and the dashboard.
 */
const derived = ['audit', 'portal', 'dashboard']
/**
 * Marks the queries of the given resources, and the queries in `derived`, as stale. Queries used by
 * the current screen are fetched again.
 */
export const makeStale = (names: readonly string[]): void => {
  recount(names)
  for (const name of [...names, ...derived])
    void queryClient.invalidateQueries({ queryKey: [name] })
}

export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    onSuccess: async (_data, input, _context, mutation) => {
      const [name, operation] = mutation.options.mutationKey ?? []
      const stale = [name, ...(mutation.meta?.touches ?? []), ...derived].filter(
        (n) => n !== undefined,
      )
      recount(stale)
      if (operation === 'delete') {
        dropQueries((q) => isAboutRow(q, name, input))
        await Promise.all(
          stale.map((n) =>
            queryClient.invalidateQueries({
              queryKey: [n],
              predicate: (q) => !isAboutRow(q, name, input),
            }),
          ),
        )
        return
      }
      await Promise.all(stale.map((n) => queryClient.invalidateQueries({ queryKey: [n] })))
    },
    onError: (error, _input, _context, { meta, options: { mutationKey } }) => {
      const [name, operation] = mutationKey ?? []
      // Refetches the rows after a conflict, while the error dialog is open, to show the other
      // user's changes. Does not do so for an update, because its form lets the user choose between
      // both versions.
      if (error.status === 409 && error.fields.length === 0 && operation !== 'update')
        makeStale([name, ...(meta?.touches ?? [])].filter((n) => typeof n === 'string'))
      if (!meta?.quiet) onActionError.show?.(error)
    },
  }),
  defaultOptions: {
    // Disables retries, because ky already retries. Queries run even when the browser reports to be
    // offline, because only a response shows whether the server can be reached.
    queries: { retry: false, staleTime: 10_000, networkMode: 'always', refetchOnReconnect: false },
    mutations: { retry: false, networkMode: 'always' },
  },
})
