/**
 * Configures TanStack Table for all lists. The URL holds order and page. The device stores the
 * columns.
 */
import {
  columnOrderingFeature,
  columnVisibilityFeature,
  createTableHook,
  functionalUpdate,
  metaHelper,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type RowSelectionState,
  type SortingState,
} from '@tanstack/react-table'
import type { AnyResource, Row } from '#contract/resource.ts'
import type { List } from '#src/data/api/http.ts'
import type { Picked } from '#src/ui/list/bulk/bulk.ts'
import type { ColumnMeta, TableColumn } from '#src/ui/list/table/table.tsx'

const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
})
const isShift = (event: unknown) =>
  event instanceof MouseEvent
    ? event.shiftKey
    : typeof event === 'object' &&
      event !== null &&
      'nativeEvent' in event &&
      event.nativeEvent instanceof MouseEvent &&
      event.nativeEvent.shiftKey

const { useAppTable } = createTableHook({
  features,
  // Disables sorting and pagination in the table, because the server sorts and paginates.
  manualPagination: true,
  manualSorting: true,
  enableMultiSort: false,
  enableSortingRemoval: false,
  sortDescFirst: false,
  isRowRangeSelectionEvent: isShift,
})

/**
 * State of a list's table, with functions that change the state: order and page from the URL,
 * columns from the device, and the selected rows.
 */
export interface ListState<R extends AnyResource> {
  /** Name of the sorted column. A leading minus, as in `-nama`, means descending order. */
  sort: string
  setSort: (sort: string) => void
  goPage: (page: number) => void
  /** Sets the number of rows per page, stores this number on the device, and returns to page 1. */
  setPerPage: (rows: number) => void
  /** Ids of all columns, in their order. */
  order: string[]
  hidden: string[]
  picked: Picked<R>
  pick: (rows: Picked<R>) => void
}
const sortingOf = (sort: string): SortingState => [
  { id: sort.replace(/^-/, ''), desc: sort.startsWith('-') },
]

export const useListTable = <R extends AnyResource>(
  { rows, page }: List<Row<R>>,
  columns: TableColumn<R>[],
  { sort, order, hidden, picked, pick, setSort, goPage }: ListState<R>,
) => {
  const sorting = sortingOf(sort)
  const pagination = { pageIndex: page.page - 1, pageSize: page.perPage }
  const rowSelection: RowSelectionState = Object.fromEntries(
    [...picked.keys()].map((id) => [String(id), true as const]),
  )
  return useAppTable<Row<R>>({
    data: rows,
    columns,
    getRowId: (row) => String(row.id),
    rowCount: page.total,
    pageCount: page.pageCount,
    state: {
      sorting,
      pagination,
      rowSelection,
      columnOrder: order,
      columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
    },
    onSortingChange: (change) => {
      const [by] = functionalUpdate(change, sorting)
      if (by) setSort(by.desc ? `-${by.id}` : by.id)
    },
    onPaginationChange: (change) => goPage(functionalUpdate(change, pagination).pageIndex + 1),
    // Stores whole rows instead of ids, because rows of other pages stay selected and the table
    // does not have these rows.
    onRowSelectionChange: (change) => {
      const next = functionalUpdate(change, rowSelection)
      const knownRows = [...picked, ...rows.map((row) => [row.id, row] as const)]
      pick(new Map(knownRows.filter(([id]) => next[id])))
    },
  })
}
export type ListTable<R extends AnyResource> = ReturnType<typeof useListTable<R>>
