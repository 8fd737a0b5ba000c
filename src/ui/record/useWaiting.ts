/** Queue of rows that wait for a decision, handled in turn. */
import { useQuery } from '@tanstack/react-query'
import type { AnyResource } from '#contract/resource.ts'
import type { Hooks } from '#src/data/api/createHooks.ts'

/**
 * Position of the row with this id in a queue, and its neighbours. `queue`: query of the waiting
 * rows, in their order.
 */
export const useWaiting = <R extends AnyResource>(
  queue: ReturnType<Hooks<R>['queries']['list']>,
  { id, enabled = true }: { id: number; enabled?: boolean },
) => {
  const { data } = useQuery({ ...queue, enabled })
  const rows = data?.rows ?? []
  const at = rows.findIndex((row) => row.id === id)
  const others = rows.filter((row) => row.id !== id)
  return {
    count: data?.page.total ?? 0,
    /** Position from 1; 0 for a row that is not in the queue. */
    place: at + 1,
    first: rows[0],
    next: at < 0 ? others[0] : rows[at + 1],
    previous: at < 0 ? undefined : rows[at - 1],
  }
}
