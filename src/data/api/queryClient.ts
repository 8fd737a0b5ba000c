/**
 * Query cache: which write makes which queries stale, and where failures are shown. Keys are
 * `[name, operation, params]`.
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

/** Shows a failed action; set once by the shell. */
export const onActionError: { show?: (error: DefaultError) => void } = {}

const isRow = ({ queryKey: [of, operation, params] }: Query, name: unknown, id: unknown) =>
  of === name &&
  operation === 'view' &&
  typeof params === 'object' &&
  params !== null &&
  'id' in params &&
  params.id === id

/**
 * Removes queries from the cache, at once or as soon as the screen that shows them has unmounted: a
 * screen that is being left would fetch again.
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
      // Waits a moment: a screen may unsubscribe and subscribe again while it renders.
      setTimeout(() => {
        if (query.getObserversCount() === 0) {
          end()
          cache.remove(query)
        }
      })
    })
  }
}

/** First part of the key of the menu counts. */
export const countsKey = 'jumlah-menu'
const isCounted = (name: unknown) => Object.values(menuCounts).some(({ of }) => of === name)
/** Refetches the menu counts after a change of the counted rows; no save waits for it. */
const recount = (names: readonly unknown[]) => {
  if (names.some(isCounted)) void queryClient.invalidateQueries({ queryKey: [countsKey] })
}

/**
 * Resources derived from many others, and so stale after any write: the audit log and the portals.
 */
const derived = ['audit', 'portal']
/** Marks resources and those derived from them stale: queries on the screen are fetched again. */
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
        dropQueries((q) => isRow(q, name, input))
        await Promise.all(
          stale.map((n) =>
            queryClient.invalidateQueries({
              queryKey: [n],
              predicate: (q) => !isRow(q, name, input),
            }),
          ),
        )
        return
      }
      await Promise.all(stale.map((n) => queryClient.invalidateQueries({ queryKey: [n] })))
    },
    onError: (error, _input, _context, { meta, options: { mutationKey } }) => {
      const [name, operation] = mutationKey ?? []
      // After a conflict the other user's changes load behind the error dialog. An update is
      // excluded: its form offers a choice of its own.
      if (error.status === 409 && error.fields.length === 0 && operation !== 'update')
        makeStale([name, ...(meta?.touches ?? [])].filter((n) => typeof n === 'string'))
      if (!meta?.quiet) onActionError.show?.(error)
    },
  }),
  defaultOptions: {
    // ky does the retries. The browser's online state is not trusted; only a response is.
    queries: { retry: false, staleTime: 10_000, networkMode: 'always', refetchOnReconnect: false },
    mutations: { retry: false, networkMode: 'always' },
  },
})
