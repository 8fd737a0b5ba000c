/** The router, with hash history and search parameters as plain text. */
import { createRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '#src/data/search.ts'
import { routeTree } from '#src/routeTree.gen.ts'
import { createNumberedHistory } from '#src/state/historyNumbering.ts'
import { Failed } from '#src/ui/feedback/Failed.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'

export const router = createRouter({
  routeTree,
  history: createNumberedHistory(),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  search: { strict: true },
  defaultErrorComponent: ({ error, reset }) => (
    <>
      <PageTitle />
      <Failed
        error={error}
        retry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </>
  ),
})

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * Default sort order of a list; undefined to use the sort order of its resource. See
     * `listRoute`.
     */
    sort?: string
  }
  interface Register {
    router: typeof router
  }
}
