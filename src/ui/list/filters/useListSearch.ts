import { useMatch, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { ListParams } from '#src/data/search.ts'

type Values = Record<string, string | number | undefined>

const ofPage = ['page', 'per-page', 'sort']

/**
 * Returns the state of a list that is kept in the URL: all search parameters, the filters among
 * them, the parameters of the call with fixed filters, and functions that change them.
 */
export const useListSearch = () => {
  const navigate = useNavigate()
  // The router cannot infer the types, because this hook serves every list route. listRoute() has
  // parsed the values.
  const search = useSearch({ strict: false }) as Values
  const match = useMatch({ strict: false })
  const { loaderDeps } = match as { loaderDeps: ListParams }
  // Compared as text, so that equal filters are the same object and turning a page does not render
  // the toolbar again.
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
    /** Default order of the route, if it differs from that of the resource. */
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
