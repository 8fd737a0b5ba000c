/**
 * Options of a list's route. This file is in the first bundle, so it imports the resource lazily
 * and parses the parameters only as text.
 */
import { redirect } from '@tanstack/react-router'
import { runPrefetch, type Prefetch } from '#src/data/api/prefetch.ts'
import { listParams, type ListParams } from '#src/data/search.ts'
import { rowsPerPage } from '#src/state/device.ts'

type Lazy = (deps: ListParams) => Promise<{ load: (search: ListParams) => Promise<unknown> }>
type Deps = ListParams

/**
 * Maximum time in ms for which the previous page stays while the rows load. Afterwards the list
 * shows with its title and skeleton rows.
 */
export const patience = 400

/**
 * Returns the options of a list's route: `listRoute(() =>
 * import('#src/data/resources/bank.ts').then((m) => m.Banks))`. `fixed` holds filters that always
 * apply. `sort` is the default order, if it differs from the resource's. `expand` names the
 * relations that the columns read. `prefetch` is a query of the toolbar or of the notes. When the
 * user enters the list, the loader waits for the rows for at most `patience`. When the user changes
 * page, order or filters, the loader does not wait, and the old rows stay until the new rows have
 * loaded.
 */
export const listRoute = (
  resource: Lazy,
  {
    fixed = {},
    sort,
    expand,
    prefetch,
  }: {
    fixed?: Record<string, string>
    sort?: string
    expand?: string
    prefetch?: Prefetch
  } = {},
) => ({
  staticData: sort ? { sort } : {},
  validateSearch: listParams,
  // Adds to the URL the number of rows per page that the user last chose on this device. A URL with
  // a page number stays unchanged and gets the default number of rows, so that it shows the same
  // rows on every device.
  beforeLoad: ({ search, location }: { search: ListParams; location: { pathname: string } }) => {
    const rows = rowsPerPage.get(location.pathname)
    if (rows && search.page === undefined && search['per-page'] === undefined)
      throw redirect({ to: '.', search: { ...search, 'per-page': rows }, replace: true })
  },
  loaderDeps: ({ search }: { search: ListParams }): Deps => ({
    ...(sort ? { sort } : {}),
    ...search,
    ...(expand ? { expand } : {}),
    ...fixed,
  }),
  loader: async ({ deps, cause }: { deps: Deps; cause: string }) => {
    // Ignores a failure, because the component suspends on the same query and shows it.
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
