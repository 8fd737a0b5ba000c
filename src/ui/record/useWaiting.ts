/** Queue of rows that wait for a decision of the user, who handles one row after the other. */
import { useQuery } from '@tanstack/react-query'
import type { AnyResource } from '#contract/resource.ts'
import type { Hooks } from '#src/data/api/createHooks.ts'

/**
 * Returns the length of a queue, its first row, the position of the row `id` in the queue, and the
 * rows before and after the row `id`. `queue` is the query of the waiting rows in their order.
 */
export const useWaiting = <R extends AnyResource>(
  queue: ReturnType<Hooks<R>['queries']['list']>,
  { id, enabled = true }: { id: number; enabled?: boolean },
) => {
  const { data } = useQuery({ ...queue, enabled })
  const rows = data?.rows ?? []
  const position = rows.findIndex((row) => row.id === id)
  const otherRows = rows.filter((row) => row.id !== id)
  return {
    count: data?.page.total ?? 0,
    /**
     * Position of the row `id` in the queue, counted from 1; 0 for a row that is not in the queue.
     */
    place: position + 1,
    first: rows[0],
    next: position < 0 ? otherRows[0] : rows[position + 1],
    previous: position < 0 ? undefined : rows[position - 1],
  }
}
