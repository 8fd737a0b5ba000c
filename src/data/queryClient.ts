/** The query cache: what becomes stale after which write, and where failures go. Keys are `[name, operation, params]`. */
import { MutationCache, QueryClient, type DefaultError } from '@tanstack/react-query'
import type { ApiError } from '#src/data/http.ts'

declare module '@tanstack/react-query' {
  interface Register { defaultError: ApiError; mutationMeta: { touches?: readonly string[]; quiet?: boolean } }
}

/** Shows a failed action; set once by the shell. */
export const onActionError: { show?: (error: DefaultError) => void } = {}

export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    onSuccess: async (_data, _input, _context, mutation) => {
      const name = mutation.options.mutationKey?.[0]
      const stale = [name, ...(mutation.meta?.touches ?? []), 'audit'].filter((n) => n !== undefined)
      await Promise.all(stale.map((n) => queryClient.invalidateQueries({ queryKey: [n] })))
    },
    // 401 and a lost connection have their own places (session, banner).
    onError: (error, _input, _context, mutation) => {
      if (!mutation.meta?.quiet && error.status !== 401 && error.status !== 0) onActionError.show?.(error)
    },
  }),
  defaultOptions: {
    // ky retries; the browser's idea of being online is not trusted, an answer is.
    queries: { retry: false, staleTime: 10_000, networkMode: 'always', refetchOnReconnect: false },
    mutations: { retry: false, networkMode: 'always' },
  },
})
