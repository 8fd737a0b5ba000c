import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react'
import type { AnyResource, Row } from '#contract/resource.ts'
import { returnRow } from '#src/state/history.ts'
import { rupiah } from '#src/ui/format/format.ts'
import { ListRow } from '#src/ui/list/rows/ListRow.tsx'
import { rowKeys } from '#src/ui/list/rows/rowKeys.ts'
import { useRowEvents } from '#src/ui/list/rows/useRowEvents.ts'
import { useRowMenu, type RowAction } from '#src/ui/list/rows/useRowMenu.tsx'
import { TableView } from '#src/ui/list/table/TableView.tsx'
import type { ListTable as Table } from '#src/ui/list/table/useListTable.ts'
import { watchWidth } from '#src/ui/list/table/watchWidth.ts'
import classes from './table.module.css'

/** Names and actions of the rows, which the screen of a list passes to its table. */
export interface RowActions<R extends AnyResource> {
  nameOf: (row: Row<R>) => string
  open?: (row: Row<R>) => void
  edit?: (row: Row<R>) => void
  actions: (row: Row<R>) => RowAction[]
  /** Returns the content under an unfolded row; empty for a row that cannot be unfolded. */
  detail?: (row: Row<R>) => ReactNode
  prefetch: (row: Row<R>) => void
}
interface Props<R extends AnyResource> extends RowActions<R> {
  resource: R
  table: Table<R>
  caption: string
  dense: boolean
  stale: boolean
  /** Whether rows can be selected. */
  picking: boolean
  totals: Record<string, number> | undefined
}

/** Returns the ids of the unfolded rows and a function that folds or unfolds a row. */
const useUnfolded = () => {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) =>
    setUnfolded(
      new Set(
        unfolded.has(id)
          ? [...unfolded].filter((unfoldedId) => unfoldedId !== id)
          : [...unfolded, id],
      ),
    )
  return { unfolded, toggle }
}

/**
 * Returns the ref of the table body. If the user comes back from the page of a row, this row gets
 * the focus.
 */
const useReturn = (list: string) => {
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    const id = returnRow(list)
    if (id !== undefined)
      body.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus({ preventScroll: true })
  }, [list])
  return body
}

/**
 * Returns the headings of the shown columns, with the content of the table's foot (`total`). If the
 * contract sums any column, the foot has the word `Total` in the first column, and the sum in each
 * other summed column.
 */
const headsOf = <R extends AnyResource>(
  { totals }: R,
  table: Table<R>,
  sums: Record<string, number> | undefined,
) =>
  table.getVisibleLeafColumns().map((column, i) => {
    const isSummed = totals.includes(column.id)
    const first = totals.length > 0 && i === 0 ? 'Total' : undefined
    return {
      id: column.id,
      label: column.columnDef.meta?.label ?? column.id,
      className: column.columnDef.meta?.className,
      sorted: column.getIsSorted(),
      toggleSort: column.getCanSort() ? () => column.toggleSorting() : undefined,
      total: first ?? (isSummed ? rupiah(sums?.[column.id]) : undefined),
      labelled: isSummed,
    }
  })

/** Table of a list's rows, with the menu that the rows share. */
export const ListTable = <R extends AnyResource>({
  resource,
  table,
  caption,
  dense,
  stale,
  picking,
  totals,
  nameOf,
  open,
  edit,
  actions,
  detail,
  prefetch,
}: Props<R>) => {
  const { rows, rowsById } = table.getRowModel()
  const [keyed] = useState(rowKeys)
  const keys = keyed(rows.map((row) => row.id))
  const body = useReturn(resource.name)
  const { unfolded, toggle } = useUnfolded()
  const rowOf = (id: string): Row<R> | undefined => rowsById[id]?.original
  const actionsOf = (id: string) => {
    const row = rowOf(id)
    return row ? actions(row) : []
  }
  const menu = useRowMenu(actionsOf)
  const unfold = (row: Row<R>) => {
    if (detail?.(row)) toggle(String(row.id))
  }
  const opening = open ?? (detail && unfold)
  const events = useRowEvents<Row<R>>({
    rowOf,
    open: opening,
    edit,
    unfold,
    actions,
    prefetch,
    openMenu: menu.toggle,
    tick: picking ? (id, event) => rowsById[id]?.getToggleSelectedHandler()(event) : undefined,
  })
  const heads = headsOf(resource, table, totals)
  return (
    <>
      <TableView
        caption={caption}
        columns={heads}
        stale={stale}
        dense={dense}
        ends
        box={{ ref: watchWidth, 'data-rows': resource.name }}
        body={{ ref: body, ...events }}
        tickAll={
          picking
            ? {
                checked: table.getIsAllPageRowsSelected(),
                some: table.getIsSomePageRowsSelected(),
                toggle: () => table.toggleAllPageRowsSelected(),
              }
            : undefined
        }
      >
        {rows.map((row, i) => {
          const more = detail?.(row.original)
          const isOpen = Boolean(more) && unfolded.has(row.id)
          // Unfolding adds a second `tr` below the row. The row itself stays the same element, so
          // that it keeps the focus.
          return (
            <Fragment key={keys[i]}>
              <ListRow
                id={row.id}
                name={nameOf(row.original)}
                cells={row.getVisibleCells()}
                opens={opening !== undefined}
                ticked={picking ? row.getIsSelected() : undefined}
                hasMenu={actionsOf(row.id).length > 0}
                menuId={menu.idOf(row.id)}
                unfolded={more ? isOpen : undefined}
              />
              {isOpen && (
                <tr role="row" className={classes.unfolded}>
                  <td role="cell" colSpan={heads.length + Number(picking) + 1}>
                    {more}
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </TableView>
      {menu.panel}
    </>
  )
}
