import { useQuery } from '@tanstack/react-query'
import type { AnyResource } from '#contract/resource.ts'
import type { Hooks, ListSearch } from '#src/data/api/createHooks.ts'

/**
 * Whether a list has never had a row: it is empty without a filter of the user, and so is the whole
 * list of the resource if the route shows only a part of it (`isPart`), such as unpaid bills.
 */
export const useUnused = <R extends AnyResource>(
  of: Hooks<R>,
  list: ListSearch<R>,
  { filtered, isPart }: { filtered: boolean; isPart: boolean },
): boolean => {
  // Reads the rows that the list itself fetches.
  const { data } = useQuery({ ...of.queries.list(list), enabled: false })
  const isEmpty = data?.page.total === 0 && !filtered
  const whole = useQuery({ ...of.queries.count(), enabled: isEmpty && isPart })
  return isEmpty && (!isPart || whole.data === 0)
}
