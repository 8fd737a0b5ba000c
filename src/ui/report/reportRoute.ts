/**
 * Options of a report's route. This file is in the first bundle, so it does not import the
 * declaration of the report, which `load` fetches.
 */
import { listParams, type ListParams } from '#src/data/search.ts'
import { patience } from '#src/ui/list/listRoute.ts'

type Lazy = () => Promise<(search: ListParams) => Promise<unknown>>
export const reportRoute = (load: Lazy) => ({
  validateSearch: listParams,
  loaderDeps: ({ search }: { search: ListParams }): ListParams => search,
  loader: async ({ deps, cause }: { deps: ListParams; cause: string }) => {
    // Ignores a failure, because the component suspends on the same query and shows it.
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
