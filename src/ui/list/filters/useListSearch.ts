import { useMatch, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { ListParams } from '#src/data/search.ts'

type Values = Record<string, string | number | undefined>

const ofPage = ['page', 'per-page', 'sort']

/**
 * Returns the state of a list that the URL holds, and functions that change this state. `search`
 * has all search parameters. `filters` has the search parameters without page, page size and order.
 * `deps` has the parameters of the list call: the search parameters and the filters that the route
 * fixes.
 */
export const useListSearch = () => {
  const navigate = useNavigate()
  // Asserts the type, because this hook serves every list route and the router cannot infer the
  // types. listRoute() has parsed the values.
  const search = useSearch({ strict: false }) as Values
  const match = useMatch({ strict: false })
  const { loaderDeps } = match as { loaderDeps: ListParams }
  // Compares the filters as text, so that equal filters stay the same object. A change of page then
  // does not render the toolbar again.
  const text = JSON.stringify(search, (key, value: unknown) =>
    ofPage.includes(key) ? undefined : value,
  )
  const filters = useMemo(() => JSON.parse(text) as Values, [text])
  const go = useCallback(
    (next: (now: Values) => Values, replace: boolean, resetScroll: boolean) =>
      void navigate({ to: '.', search: next as never, replace, resetScroll }),
    [navigate],
  )
  return {
    search,
    filters,
    deps: loaderDeps,
    /**
     * Default order that the route declares. If undefined, the resource's default order applies.
     */
    usualSort: match.staticData.sort,
    /** Changes filters, search, sort or page size, and returns to page 1. */
    change: useCallback(
      (change: Values, replace = false) =>
        go((now) => ({ ...now, page: undefined, ...change }), replace, false),
      [go],
    ),
    goPage: useCallback(
      (page: number) => go((now) => ({ ...now, page: page > 1 ? page : undefined }), false, true),
      [go],
    ),
    reset: useCallback(
      () =>
        go(({ tab, sort, 'per-page': rows }) => ({ tab, sort, 'per-page': rows }), false, false),
      [go],
    ),
  }
}
