import { IconChevronDown } from '@tabler/icons-react'
import { memo } from 'react'
import type { ColumnMeta } from '#src/ui/list/table/table.tsx'
import { TickCell } from '#src/ui/list/table/TableView.tsx'
import classes from '../table/table.module.css'

/**
 * Part of TanStack Table's cell type that a row needs. It is independent of the list's resource.
 */
interface RowCell {
  column: { id: string; columnDef: { meta?: ColumnMeta } }
  getValue: () => unknown
  row: { original: unknown }
}
interface Props {
  id: string
  name: string
  cells: readonly RowCell[]
  /** Whether a click or Enter opens the row. */
  opens: boolean
  /** Whether the row is selected; undefined in a list whose rows cannot be selected. */
  ticked: boolean | undefined
  hasMenu: boolean
  /** Id of the row's menu while the menu is open. */
  menuId: string | undefined
  /** Whether the detail under the row is shown; undefined for a row without a detail. */
  unfolded: boolean | undefined
}

/**
 * Row of a list. The table handles the events of its rows, so a row renders again only when its
 * data, its state or the columns change, and not while the next page loads.
 */
export const ListRow = memo(function ListRow({
  id,
  name,
  cells,
  opens,
  ticked,
  hasMenu,
  menuId,
  unfolded,
}: Props) {
  return (
    <tr role="row" data-id={id} tabIndex={opens ? 0 : undefined} aria-selected={ticked}>
      {ticked !== undefined && <TickCell name={name} checked={ticked} />}
      {cells.map((cell) => {
        const { meta } = cell.column.columnDef
        return (
          <td key={cell.column.id} role="cell" data-label={meta?.label} className={meta?.className}>
            {meta?.draw(cell.getValue(), cell.row.original as never)}
          </td>
        )
      })}
      <td role="cell" data-cell="end">
        {unfolded !== undefined && (
          <button
            type="button"
            className={classes.press}
            data-press="unfold"
            aria-label={`Rincian ${name}`}
            aria-expanded={unfolded}
          >
            <IconChevronDown size={18} aria-hidden />
          </button>
        )}
        {hasMenu && (
          <button
            type="button"
            className={classes.press}
            data-press="menu"
            aria-label={`Aksi ${name}`}
            aria-haspopup="menu"
            aria-expanded={menuId !== undefined}
            aria-controls={menuId}
          />
        )}
      </td>
    </tr>
  )
})
