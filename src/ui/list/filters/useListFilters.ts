import type { AccessCode } from '#contract/access/access.ts'
import type { FieldMeta } from '#contract/fields.ts'
import type { AnyResource, FilterOf } from '#contract/resource.ts'
import type { Hooks } from '#src/data/api/createHooks.ts'
import { useAllowed } from '#src/data/session/session.ts'
import { isActive, type Filter, type Values } from '#src/ui/list/filters/filter.ts'

interface Given<R extends AnyResource> {
  of: Hooks<R>
  /**
   * Names of the filters with a control, in the order of the controls. If undefined, every filter
   * that can have a control has one.
   */
  filters: readonly FilterOf<R>[] | undefined
  search: Values
  /**
   * Parameters of the list call: the search parameters from the URL, and the filters that the route
   * fixes.
   */
  deps: object
  fieldMeta: (name: string) => FieldMeta | undefined
}
/**
 * Returns the filters of a list that the route does not fix: `all` of them, and those `shown` in
 * the toolbar. `filtered` is whether a search text or any of `all` is set.
 */
export const useListFilters = <R extends AnyResource>(params: Given<R>) => {
  const { of, filters, search, deps, fieldMeta } = params
  const allowed = useAllowed()
  const mayPick = (name: string | undefined) =>
    name === undefined || allowed(`${name}/pilihan` as AccessCode)
  // Joins the names of the parameters that the route fixes to one text. An array would be a new
  // object on every render. Equal texts are equal on every render, so values that depend on this
  // text are not computed again when the page changes.
  const fixed = Object.keys(deps)
    .filter((name) => !(name in search))
    .join()
  const free = (name: string) => !fixed.split(',').includes(name)
  const filtersOf = (names: readonly string[]) =>
    names.filter(free).flatMap((name): Filter[] => {
      const meta = fieldMeta(name)
      return meta ? [{ name, meta }] : []
    })
  const names = Object.keys(of.filterSchemas)
  const all = filtersOf(names).map(({ name, meta }): Filter => ({
    name,
    meta: mayPick(meta.resource) ? meta : { ...meta, resource: undefined },
  }))
  return {
    fixed,
    /** Whether the route fixes a filter. */
    isFixed: names.some((name) => !free(name)),
    all,
    // Omits filters with a picker whose choices this user may not read.
    shown: filtersOf(filters ?? names).filter(({ meta }) => mayPick(meta.resource)),
    filtered: search.q !== undefined || all.some((filter) => isActive(filter, search)),
  }
}
