/**
 * listRoute(): options of a list's route. In the first bundle, so the resource comes by a lazy
 * import and the parameters are parsed as text only.
 */
import { redirect } from '@tanstack/react-router'
import { fetchAhead, type Ahead } from '#src/data/ahead.ts'
import { listParams, type ListParams } from '#src/data/search.ts'
import { rowsPerPage } from '#src/state/device.ts'

type Lazy = (deps: ListParams) => Promise<{ load: (search: ListParams) => Promise<unknown> }>
type Deps = ListParams

/**
 * How long the page before stands while the rows are on their way, in ms; then the list comes with
 * its title and grey lines in place of rows.
 */
export const patience = 400

/**
 * `listRoute(() => import('#src/data/bank.ts').then((m) => m.Banks))`. `fixed`: filters that this
 * list always has (presets); `expand`: relations that its columns read; `ahead`: what its toolbar
 * and the notes above it tell. The rows are awaited on entering only, and not for ever: later the
 * old ones stay until the new are there.
 */
export const listRoute = (
  resource: Lazy,
  {
    fixed = {},
    expand,
    ahead,
  }: { fixed?: Record<string, string>; expand?: string; ahead?: Ahead } = {},
) => ({
  validateSearch: listParams,
  // As many rows as were last chosen here. An address with a page of its own counts by the usual
  // number: it leads to the same rows everywhere.
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
    // A failure is the component's, which suspends on the same query and shows it in its place.
    const rows = resource(deps).then((list) => list.load(deps).catch(() => {}))
    if (cause === 'stay') return
    await Promise.all([
      ahead && fetchAhead(ahead),
      Promise.race([
        rows,
        new Promise((done) => {
          setTimeout(done, patience)
        }),
      ]),
    ])
  },
})
