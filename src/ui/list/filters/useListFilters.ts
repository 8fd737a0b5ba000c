import type { AccessCode } from '#contract/access/access.ts'
import type { FieldMeta } from '#contract/fields.ts'
import type { AnyResource, FilterOf } from '#contract/resource.ts'
import type { Hooks } from '#src/data/api/createHooks.ts'
import { useAllowed } from '#src/data/session/session.ts'
import { isActive, type Filter, type Values } from '#src/ui/list/filters/filter.ts'

interface Given<R extends AnyResource> {
  of: Hooks<R>
  /**
   * Filters that get a control, in their order. When undefined, every possible filter gets a
   * control.
   */
  filters: readonly FilterOf<R>[] | undefined
  search: Values
  /** Parameters of the list: the search parameters and the filter values that a preset fixes. */
  deps: object
  fieldMeta: (name: string) => FieldMeta | undefined
}
/** Returns the filters that this user has on a list, and whether any of them has a value. */
export const useListFilters = <R extends AnyResource>(params: Given<R>) => {
  const { of, filters, search, deps, fieldMeta } = params
  const allowed = useAllowed()
  const mayPick = (name: string | undefined) =>
    name === undefined || allowed(`${name}/pilihan` as AccessCode)
  // Kept as a text, so that turning a page does not recompute the values that depend on it.
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
    all,
    // Omits a picker whose choices the server would not send to this user.
    shown: filtersOf(filters ?? names).filter(({ meta }) => mayPick(meta.resource)),
    filtered: search.q !== undefined || all.some((filter) => isActive(filter, search)),
  }
}
