import { useQueryClient } from '@tanstack/react-query'
import type { AnyResource, Row } from '#contract/resource.ts'
import type { Hooks, ListSearch } from '#src/data/api/createHooks.ts'
import { showFailure } from '#src/state/feedback.ts'
import { rupiah } from '#src/ui/format/format.ts'
import { maxPicked, startBulk, type BulkAction, type Picked } from '#src/ui/list/bulk/bulk.ts'

const pageSize = 100

interface Given<R extends AnyResource> {
  of: Hooks<R>
  list: ListSearch<R>
  /** Number of rows that match the filters. */
  total: number
  bulk: readonly BulkAction<R>[]
  picked: Picked<R>
  pick: (rows: Picked<R>) => void
  nameOf: (row: Row<R>) => string
}
/**
 * Returns the sums of the selected rows as a text, such as `Total Rp1.200.000 · Sisa Rp400.000`.
 * The text has a sum for each column in `resource.totals`. The sums exclude void rows, like the
 * totals of the list. Sums of Rp0 are omitted. If several columns have equal sums, only the last of
 * these columns is shown. Returns undefined if no sum is left.
 */
const sumText = <R extends AnyResource>({ resource, field }: Hooks<R>, picked: Picked<R>) => {
  const rows: Record<string, unknown>[] = [...picked.values()]
  const liveRows = rows.filter((row) => !row.void_at)
  const labels = new Map(
    resource.totals.map((column: string) => [
      liveRows.reduce((total, row) => total + Number(row[column] ?? 0), 0),
      field(column)?.meta?.label ?? column,
    ]),
  )
  const texts = [...labels].flatMap(([sum, label]) => (sum === 0 ? [] : `${label} ${rupiah(sum)}`))
  return texts.length > 0 ? texts.join(' · ') : undefined
}

/**
 * Returns the props of the bar under a list: the number of selected rows, their sums, functions
 * that select and deselect rows, and the actions on the selected rows.
 */
export const useSelection = <R extends AnyResource>(params: Given<R>) => {
  const { of, list, total, bulk, picked, pick, nameOf } = params
  const client = useQueryClient()
  /**
   * Selects all rows that match the filters, at most `maxPicked`. If a page of rows fails to load,
   * shows the failure and leaves the selection unchanged.
   */
  const pickAll = async () => {
    const rowsById = new Map<number, Row<R>>()
    try {
      for (let n = 1; (n - 1) * pageSize < Math.min(total, maxPicked); n++) {
        const query = of.queries.list({ ...list, page: n, 'per-page': pageSize })
        for (const row of (await client.fetchQuery(query)).rows) rowsById.set(row.id, row)
      }
    } catch (error) {
      return showFailure(error)
    }
    pick(rowsById)
  }
  const keepSelected = (ids: ReadonlySet<number>) =>
    pick(new Map([...picked].filter(([id]) => ids.has(id))))
  return {
    count: picked.size,
    sum: sumText(of, picked),
    total,
    all: pickAll,
    drop: () => pick(new Map()),
    actions: bulk.map((action) => ({
      ...action,
      run: () => void startBulk({ of, action, picked, nameOf, left: keepSelected }),
    })),
  }
}
