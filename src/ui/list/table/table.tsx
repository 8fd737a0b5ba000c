/** Columns of tables, as screens declare them. */
import { createContext, type ReactNode } from 'react'
import type { FieldMeta } from '#contract/fields.ts'
import type { AnyResource, Row } from '#contract/resource.ts'
import type { Hooks } from '#src/data/api/createHooks.ts'
import words from '#src/ui/format/Words.module.css'
import { Cell, isNumeric, kindOf, type CellKind } from '#src/ui/list/rows/Cell.tsx'
import classes from './table.module.css'

export { Badge, Badges } from '#src/ui/list/rows/Badge.tsx'

/** Labels and controls of the table's columns, from the contract. */
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
/** A column: a field's name alone, or a definition of `columnHelper(…)`. */
export type Column<R extends AnyResource> = (keyof Row<R> & string) | Defined<R>
/**
 * Helper for columns other than a field's name: `k.accessor((row) => row.gedung?.nama, { id:
 * 'gedung', header: 'Outlet' })`. Without `cell` a field is rendered as its kind and any other
 * value as text; `cell` may be the name of a kind.
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

/** Metadata of a column in addition to TanStack Table's. */
export interface ColumnMeta {
  label: string
  /** Class of the column's heading and cells. */
  className: string | undefined
  /** Content of a cell; the row is one of the table that the column belongs to. */
  draw: (value: unknown, row: never) => ReactNode
}
/** A column as TanStack Table takes it. */
export interface TableColumn<R extends AnyResource> {
  id: string
  accessorFn: (row: Row<R>) => unknown
  enableSorting: boolean
  meta: ColumnMeta & { draw: (value: unknown, row: Row<R>) => ReactNode }
}
/** Class of right-aligned figures. */
export const rightClass = `${classes.right} ${words.num}`
export const classOf = (...names: (string | false | undefined)[]) =>
  names.filter(Boolean).join(' ') || undefined

/** Converts a declared column to one of the table. The first column of a list names its rows. */
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
