/**
 * Rendering of all tables: in lists, records, reports and previews. Rows, cells and their controls
 * are plain elements, because Mantine's components took 2.8 times as long to render.
 */
import '#src/styles/listParts.css'
import { Table } from '@mantine/core'
import type { ComponentProps, ReactNode, Ref } from 'react'
import classes from './table.module.css'

interface ViewColumn {
  id: string
  label: string
  className?: string
  /**
   * Toggles the sort order when the user clicks the column's heading. Undefined for a column that
   * cannot be sorted.
   */
  toggleSort?: () => void
  sorted?: 'asc' | 'desc' | false
  /** Total under the column, in `tfoot`. */
  total?: ReactNode
  /** Whether a phone shows the column's label beside the total. */
  labelled?: boolean
}
interface TickAll {
  checked: boolean
  some?: boolean
  disabled?: boolean
  toggle: () => void
}
interface Props {
  caption: string
  columns: readonly ViewColumn[]
  stale?: boolean
  dense?: boolean
  /** Props of the scrolling box around the table. */
  box?: ComponentProps<'div'> & { 'data-rows'?: string }
  /**
   * State of the checkbox that selects all rows, in the heading of the first column. Undefined if
   * rows cannot be selected.
   */
  tickAll?: TickAll
  /** Whether the table has a last column for content such as the menu of a row. */
  ends: boolean
  body?: ComponentProps<'tbody'> & { ref?: Ref<HTMLTableSectionElement> }
  children: ReactNode
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const noChange = () => {}

const HeadCell = ({ label, className, toggleSort, sorted }: ViewColumn) => (
  <th
    role="columnheader"
    scope="col"
    className={className}
    aria-sort={sorted ? ariaSort[sorted] : undefined}
  >
    {toggleSort ? (
      <button type="button" className={classes.sort} onClick={toggleSort}>
        {label}
      </button>
    ) : (
      label
    )}
  </th>
)
const TickAllCell = ({ checked, some = false, disabled, toggle }: TickAll) => (
  <th role="columnheader" scope="col" data-cell="tick">
    <input
      type="checkbox"
      aria-label="Pilih semua"
      checked={checked}
      disabled={disabled}
      ref={(box) => {
        if (box) box.indeterminate = some && !checked
      }}
      onChange={toggle}
    />
  </th>
)
const Foot = ({ columns, tickAll, ends }: Pick<Props, 'columns' | 'tickAll' | 'ends'>) => (
  <tfoot role="rowgroup">
    <tr role="row">
      {tickAll && <td role="cell" data-cell="tick" />}
      {columns.map(({ id, label, className, total, labelled = total !== undefined }) => (
        <td key={id} role="cell" data-label={labelled ? label : undefined} className={className}>
          {total}
        </td>
      ))}
      {ends && <td role="cell" data-cell="end" />}
    </tr>
  </tfoot>
)

/** Table with caption, head and foot. `children` are the rows. */
export const TableView = ({
  caption,
  columns,
  stale = false,
  dense = false,
  box,
  tickAll,
  ends,
  body,
  children,
}: Props) => (
  <div {...box} className={classes.scroll} data-stale={stale || undefined}>
    <Table
      className={classes.grid}
      role="table"
      aria-busy={stale}
      data-grid
      data-dense={dense || undefined}
    >
      <caption className="sr">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {tickAll && <TickAllCell {...tickAll} />}
          {columns.map((column) => (
            <HeadCell key={column.id} {...column} />
          ))}
          {ends && (
            <th role="columnheader" scope="col" data-cell="end">
              <span className="sr">Aksi</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup" {...body}>
        {children}
      </tbody>
      {columns.some((c) => c.total !== undefined) && (
        <Foot columns={columns} tickAll={tickAll} ends={ends} />
      )}
    </Table>
  </div>
)

/** Cell with the checkbox of a row. `set` is undefined if the table handles the change event. */
export const TickCell = ({
  name,
  checked,
  disabled,
  set,
}: {
  name: string
  checked: boolean
  disabled?: boolean
  set?: (on: boolean) => void
}) => (
  <td role="cell" data-cell="tick">
    <input
      type="checkbox"
      aria-label={`Pilih ${name}`}
      checked={checked}
      disabled={disabled}
      onChange={set ? (e) => set(e.currentTarget.checked) : noChange}
    />
  </td>
)
