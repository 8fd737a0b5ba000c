/**
 * Table for rows that are already in memory, in wizards, records and previews. A list of rows from
 * the server uses ListScreen. On a phone each row is a card, as in lists.
 */
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { classOf, rightClass } from '#src/ui/list/table/table.tsx'
import { TableView, TickCell } from '#src/ui/list/table/TableView.tsx'
import classes from './table.module.css'

export interface DataColumn<T> {
  label: string
  cell: (row: T) => ReactNode
  right?: boolean
  /** Total under the column, in `tfoot`. */
  total?: ReactNode
}
/** Selection of rows with checkboxes. */
interface Ticking<T> {
  /** Returns whether a row is selected. */
  has: (row: T) => boolean
  /** Returns whether a row can be selected. */
  can: (row: T) => boolean
  set: (rows: T[], on: boolean) => void
  name: (row: T) => string
}
interface Props<T> {
  /** Caption of the table for screen readers. */
  caption: string
  /** Text in place of the table when there are no rows. */
  empty?: string
  rows: readonly T[]
  rowKey: (row: T) => string | number
  /** Columns of the table. The first column names the row. */
  columns: readonly DataColumn<T>[]
  ticking?: Ticking<T>
  /** Returns the content at the end of a row. */
  menu?: (row: T) => ReactNode
  stale?: boolean
}

export const DataTable = <T,>({
  caption,
  empty,
  rows,
  rowKey,
  columns,
  ticking,
  menu,
  stale = false,
}: Props<T>) => {
  if (empty && rows.length === 0) return <Text c="dimmed">{empty}</Text>
  const free = ticking ? rows.filter(ticking.can) : []
  const all = free.length > 0 && free.every((r) => ticking?.has(r))
  const drawn = columns.map((c, i) => ({
    ...c,
    id: c.label,
    className: classOf(i === 0 && classes.rowName, c.right && rightClass),
  }))
  return (
    <TableView
      caption={caption}
      columns={drawn}
      stale={stale}
      ends={menu !== undefined}
      tickAll={
        ticking && {
          checked: all,
          disabled: free.length === 0,
          toggle: () => ticking.set(free, !all),
        }
      }
    >
      {rows.map((row) => (
        <tr key={rowKey(row)} role="row">
          {ticking && (
            <TickCell
              name={ticking.name(row)}
              checked={ticking.has(row)}
              disabled={!ticking.can(row)}
              set={(on) => ticking.set([row], on)}
            />
          )}
          {drawn.map((c) => (
            <td key={c.id} role="cell" data-label={c.label} className={c.className}>
              {c.cell(row)}
            </td>
          ))}
          {menu && (
            <td role="cell" data-cell="end">
              {menu(row)}
            </td>
          )}
        </tr>
      ))}
    </TableView>
  )
}
