import { useMatch, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { ListParams } from '#src/data/search.ts'

type Values = Record<string, string | number | undefined>

const ofPage = ['page', 'per-page', 'sort']

/**
 * State of the list, kept in the URL: search, only its filters, its parameters with fixed filters,
 * and functions to change them.
 */
export const useListSearch = () => {
  const navigate = useNavigate()
  // The kit serves any list route, so the router cannot infer the types; listRoute() parsed these
  // values.
  const search = useSearch({ strict: false }) as Values
  const { loaderDeps } = useMatch({ strict: false }) as { loaderDeps: ListParams }
  // As text: equal filters are then the same object, and turning a page does not render the toolbar
  // again.
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
    /** Changes filters, search, sort or page size, and so returns to page 1. */
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
