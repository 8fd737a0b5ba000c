import { useMatch, useNavigate, useSearch } from '@tanstack/react-router'
import type { ListParams } from '#src/data/search.ts'

type Values = Record<string, string | number | undefined>

/** The list's state, which is the URL's: search, its dependencies with fixed filters, and how to change it. */
export const useListSearch = () => {
  const navigate = useNavigate()
  // The kit serves any list route, so the router's types are of no help here; listRoute() made these.
  const search = useSearch({ strict: false }) as Values
  const { loaderDeps } = useMatch({ strict: false }) as { loaderDeps: ListParams }
  const go = (next: Values, replace = false) => navigate({ to: '.', search: (() => next) as never, replace, resetScroll: false })
  return {
    search, deps: loaderDeps,
    /** Changes filters, search, sort or page size, and so returns to page 1. */
    change: (change: Values, replace = false) => void go({ ...search, page: undefined, ...change }, replace),
    goPage: (page: number) => void navigate({ to: '.', search: (() => ({ ...search, page: page > 1 ? page : undefined })) as never }),
    reset: () => void go({ sort: search.sort, 'per-page': search['per-page'] }),
  }
}
