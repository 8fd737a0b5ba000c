import { useLocation } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { AnyResource } from '#contract/resource.ts'
import type { ListSearch } from '#src/data/api/createHooks.ts'
import { listAtom, rowsPerPage, usualRows } from '#src/state/device.ts'
import type { Picked } from '#src/ui/list/bulk/bulk.ts'
import type { Change } from '#src/ui/list/filters/filter.ts'
import { ordered } from '#src/ui/list/table/Columns.tsx'
import type { TableColumn } from '#src/ui/list/table/table.tsx'
import type { ListState } from '#src/ui/list/table/useListTable.ts'

const none = new Map<number, never>()

interface Given<R extends AnyResource> {
  resource: R
  list: ListSearch<R>
  columns: readonly TableColumn<R>[]
  /** Text that identifies the filters of the list. A change of this text deselects all rows. */
  filter: string
  change: Change
  goPage: (page: number) => void
  /** Default order of this list. */
  usualSort: string
}
/** Returns the state of a list's table: order and page from the URL, columns from the device. */
export const useListState = <R extends AnyResource>(params: Given<R>): ListState<R> => {
  const { resource, list, columns, filter, change, goPage, usualSort } = params
  const settings = useAtomValue(listAtom(resource.name))
  const path = useLocation({ select: (l) => l.pathname })
  // Stores the selected rows together with the filter at the time of the selection. Ignores them
  // when the filter has changed, because the list may no longer show them.
  const [selected, select] = useState<{ filter: string; rows: Picked<R> }>({ filter, rows: none })
  return {
    sort: list.sort ?? usualSort,
    setSort: (sort) => change({ sort: sort === usualSort ? undefined : sort }),
    goPage,
    setPerPage: (rows) => {
      rowsPerPage.set(path, rows)
      change({ 'per-page': rows === usualRows ? undefined : rows })
    },
    order: ordered(columns, settings.order).map((c) => c.id),
    hidden: settings.hidden,
    picked: selected.filter === filter ? selected.rows : none,
    pick: (rows) => select({ filter, rows }),
  }
}
