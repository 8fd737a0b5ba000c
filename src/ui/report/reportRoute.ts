/** reportRoute(): options of a report's route, in the first bundle: its declaration comes late. */
import { listParams, type ListParams } from '#src/data/search.ts'
import { patience } from '#src/ui/list/listRoute.ts'

type Lazy = () => Promise<(search: ListParams) => Promise<unknown>>
export const reportRoute = (load: Lazy) => ({
  validateSearch: listParams,
  loaderDeps: ({ search }: { search: ListParams }): ListParams => search,
  loader: async ({ deps, cause }: { deps: ListParams; cause: string }) => {
    // A failure is the component's, which suspends on the same query.
    const lines = load().then((fetch) => fetch(deps).catch(() => {}))
    if (cause !== 'stay')
      await Promise.race([
        lines,
        new Promise((done) => {
          setTimeout(done, patience)
        }),
      ])
  },
})
