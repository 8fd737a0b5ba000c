/**
 * listRoute(): options of a list's route. In the first bundle, so the resource comes by a lazy
 * import and the parameters are parsed as text only.
 */
import { redirect } from '@tanstack/react-router'
import { runPrefetch, type Prefetch } from '#src/data/api/prefetch.ts'
import { listParams, type ListParams } from '#src/data/search.ts'
import { rowsPerPage } from '#src/state/device.ts'

type Lazy = (deps: ListParams) => Promise<{ load: (search: ListParams) => Promise<unknown> }>
type Deps = ListParams

/**
 * Longest time for which the previous page stays while the rows load, in ms; then the list shows
 * with its title and skeleton rows.
 */
export const patience = 400

/**
 * `listRoute(() => import('#src/data/resources/bank.ts').then((m) => m.Banks))`. `fixed`: filters
 * that this list always has (presets); `expand`: relations that its columns read; `prefetch`:
 * prefetches of its toolbar and of the notes above it. The loader waits for the rows only on
 * entering, and at most `patience`; later the old rows stay until the new ones have loaded.
 */
export const listRoute = (
  resource: Lazy,
  {
    fixed = {},
    expand,
    prefetch,
  }: { fixed?: Record<string, string>; expand?: string; prefetch?: Prefetch } = {},
) => ({
  validateSearch: listParams,
  // Uses the rows per page last chosen on this device. A URL with a page number uses the usual
  // number, so that it shows the same rows on every device.
  beforeLoad: ({ search, location }: { search: ListParams; location: { pathname: string } }) => {
    const rows = rowsPerPage.get(location.pathname)
    if (rows && search.page === undefined && search['per-page'] === undefined)
      throw redirect({ to: '.', search: { ...search, 'per-page': rows }, replace: true })
  },
  loaderDeps: ({ search }: { search: ListParams }): Deps => ({
    ...search,
    ...(expand ? { expand } : {}),
    ...fixed,
  }),
  loader: async ({ deps, cause }: { deps: Deps; cause: string }) => {
    // A failure is ignored here: the component suspends on the same query and shows it.
    const rows = resource(deps).then((list) => list.load(deps).catch(() => {}))
    if (cause === 'stay') return
    await Promise.all([
      prefetch && runPrefetch(prefetch),
      Promise.race([
        rows,
        new Promise((done) => {
          setTimeout(done, patience)
        }),
      ]),
    ])
  },
})
