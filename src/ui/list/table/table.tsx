/** Columns of tables, as screens declare them. */
import { createContext, type ReactNode } from 'react'
import type { FieldMeta } from '#contract/fields.ts'
import type { AnyResource, Row } from '#contract/resource.ts'
import type { Hooks } from '#src/data/api/createHooks.ts'
import words from '#src/ui/format/Words.module.css'
import { Cell, isNumeric, kindOf, type CellKind } from '#src/ui/list/rows/Cell.tsx'
import classes from './table.module.css'

export { Badge, Badges } from '#src/ui/list/rows/Badge.tsx'

/**
 * Context with a function that takes the id of a column and returns the contract's metadata of the
 * column, such as its label.
 */
export const FieldsContext = createContext<(column: string) => FieldMeta | undefined>(
  () => undefined,
)

interface Drawn<R extends AnyResource> {
  id?: string
  header?: string
  cell?: CellKind | ((content: { cell: Cell; row: Row<R> }) => ReactNode)
}
interface Defined<R extends AnyResource> extends Drawn<R> {
  from?: (row: Row<R>) => unknown
}
/** Column of a list: the name of a field, or a definition made by `columnHelper(…)`. */
export type Column<R extends AnyResource> = (keyof Row<R> & string) | Defined<R>
/**
 * Returns a helper that defines columns for which a field name is not enough: `k.accessor((row) =>
 * row.gedung?.nama, { id: 'gedung', header: 'Outlet' })`. `cell` is a function or the name of a
 * kind of rendering. Without `cell`, the field that `id` names determines the kind. If `id` names
 * no field, the cell is text.
 */
export const columnHelper = <R extends AnyResource>(_of: Hooks<R>) => ({
  accessor: (
    from: (keyof Row<R> & string) | ((row: Row<R>) => unknown),
    drawn: Drawn<R>,
  ): Defined<R> =>
    typeof from === 'string'
      ? { id: from, from: (row) => row[from], ...drawn }
      : { from, ...drawn },
  display: (drawn: Drawn<R>): Defined<R> => drawn,
})

/** Metadata that this app adds to a column of TanStack Table. */
export interface ColumnMeta {
  label: string
  /** Class of the heading and cells of the column. */
  className: string | undefined
  /**
   * Renders a cell. `row` is a row of the table's resource. Its type is `never`, because this
   * interface serves the tables of all resources.
   */
  draw: (value: unknown, row: never) => ReactNode
}
/** Column in the form that TanStack Table expects. */
export interface TableColumn<R extends AnyResource> {
  id: string
  accessorFn: (row: Row<R>) => unknown
  enableSorting: boolean
  meta: ColumnMeta & { draw: (value: unknown, row: Row<R>) => ReactNode }
}
/** Classes of right-aligned numbers. */
export const rightClass = `${classes.right} ${words.num}`
export const classOf = (...names: (string | false | undefined)[]) =>
  names.filter(Boolean).join(' ') || undefined

/**
 * Converts a declared column to a column of TanStack Table. The first column of a list names its
 * rows.
 */
export const tableColumn = <R extends AnyResource>(
  { resource }: Hooks<R>,
  column: Column<R>,
  fieldMeta: (name: string) => FieldMeta | undefined,
  isFirst: boolean,
): TableColumn<R> => {
  const {
    id = '',
    header,
    cell,
    from,
  }: Defined<R> = typeof column === 'string' ? { id: column, from: (row) => row[column] } : column
  const meta = fieldMeta(id)
  const kind = typeof cell === 'function' ? undefined : (cell ?? kindOf(meta))
  return {
    id,
    accessorFn: (row) => from?.(row),
    enableSorting: resource.sort.includes(id),
    meta: {
      label: header ?? meta?.label ?? id,
      className: classOf(isFirst && classes.rowName, isNumeric(kind, meta) && rightClass),
      draw: (value, row) => {
        if (typeof cell === 'function') return cell({ cell: new Cell(value, meta), row })
        return kind && new Cell(value, meta)[kind]()
      },
    },
  }
}
