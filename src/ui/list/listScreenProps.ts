import type { ReactNode } from 'react'
import type { FieldMeta } from '#contract/fields.ts'
import type { AnyResource, FilterOf, Row } from '#contract/resource.ts'
import type { Hooks } from '#src/data/api/createHooks.ts'
import type { Place } from '#src/state/place.ts'
import type { BulkAction } from '#src/ui/list/bulk/bulk.ts'
import type { RowAction } from '#src/ui/list/rows/useRowMenu.tsx'
import type { Column } from '#src/ui/list/table/table.tsx'

/** A list's screen, as its route declares it. */
export interface ListScreenProps<R extends AnyResource> {
  of: Hooks<R>
  /**
   * Field names (label, cell and sorting come from the contract) or definitions of
   * `columnHelper(of)`. The first one names the row.
   */
  columns: readonly Column<R>[]
  /**
   * Filters with a control in the toolbar, in this order; all that can have one when left out. The
   * others work from the URL.
   */
  filters?: readonly FilterOf<R>[]
  /** Where a click or Enter on a row leads; without it, the modal form opens. */
  open?: (row: Row<R>) => Place
  /** Where `Tambah` leads; without it, the modal form opens. */
  create?: Place
  /** Where `Ubah` leads; without it, the modal form opens. */
  edit?: (row: Row<R>) => Place
  /** The modal form: `<ModalForm>` of formFor(of). */
  form?: ReactNode
  /** Whether a row's state allows `Ubah` and `Hapus`; always, when left out. */
  rowMay?: (row: Row<R>, operation: 'update' | 'delete') => boolean
  /** False where every row of this list would refuse it: no `Hapus` for many of them either. */
  mayDelete?: boolean
  /** Returns the consequences of deleting rows, before the confirmation. Throws ApiError. */
  deleteNote?: (rows: readonly Row<R>[]) => Promise<string>
  /**
   * Content under an unfolded row, for rows that have no screen and no form. Empty for a row
   * without further data.
   */
  detail?: (row: Row<R>) => ReactNode
  /** More items of a row's menu. */
  actions?: (row: Row<R>) => RowAction[]
  /**
   * Actions on many selected rows, besides the actions of the declaration itself (Aktifkan,
   * Nonaktifkan, Hapus).
   */
  bulk?: readonly BulkAction<R>[]
  /** Name of a row; the column of `choice` when left out. */
  rowName?: (row: Row<R>) => string
  /** Changes what the contract says of a field, e.g. labels of choices that a setting names. */
  relabel?: (name: string, meta: FieldMeta) => FieldMeta
  /** Further buttons of the toolbar. */
  tools?: ReactNode
  /** Between the heading and the list, where one page has several. */
  above?: ReactNode
}
