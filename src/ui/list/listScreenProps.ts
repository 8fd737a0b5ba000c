import type { ReactNode } from 'react'
import type { FieldMeta } from '#contract/fields.ts'
import type { AnyResource, FilterOf, Row } from '#contract/resource.ts'
import type { Hooks } from '#src/data/api/createHooks.ts'
import type { Place } from '#src/state/place.ts'
import type { BulkAction } from '#src/ui/list/bulk/bulk.ts'
import type { RowAction } from '#src/ui/list/rows/useRowMenu.tsx'
import type { Column } from '#src/ui/list/table/table.tsx'

/** Props of a list's screen, as its route declares them. */
export interface ListScreenProps<R extends AnyResource> {
  of: Hooks<R>
  /** Name of a row of this list, such as `Guru`, where it is narrower than the resource's. */
  noun?: string
  /**
   * Field names, whose label, cell and sorting come from the contract, or definitions made by
   * `columnHelper(of)`. The first column names the row.
   */
  columns: readonly Column<R>[]
  /**
   * Filters with a control in the toolbar, in this order; by default every filter that can have
   * one. Any other filter works only through the URL.
   */
  filters?: readonly FilterOf<R>[]
  /** Returns the page that a click or Enter on a row opens. Without it the modal form opens. */
  open?: (row: Row<R>) => Place
  /** Page that `Tambah` opens. Without it the modal form opens. */
  create?: Place
  /** Returns the page that `Ubah` opens. Without it the modal form opens. */
  edit?: (row: Row<R>) => Place
  /** Modal form: `<ModalForm>` of formFor(of). */
  form?: ReactNode
  /** Whether the state of a row allows `Ubah` or `Hapus`. Both are allowed by default. */
  rowMay?: (row: Row<R>, operation: 'update' | 'delete') => boolean
  /**
   * False when the server rejects deleting any row of this list. Selected rows then have no `Hapus`
   * either.
   */
  mayDelete?: boolean
  /**
   * Returns the consequences of deleting rows, to be shown in the confirmation. Throws ApiError.
   */
  deleteNote?: (rows: readonly Row<R>[]) => Promise<string>
  /**
   * Returns the content under an unfolded row, for rows without a screen or form. Empty for a row
   * without further data.
   */
  detail?: (row: Row<R>) => ReactNode
  /** Returns additional items of a row's menu. */
  actions?: (row: Row<R>) => RowAction[]
  /** Actions on selected rows, besides those of the declaration (Aktifkan, Nonaktifkan, Hapus). */
  bulk?: readonly BulkAction<R>[]
  /** Returns the name of a row. The default is the column that the resource's `choice` names. */
  rowName?: (row: Row<R>) => string
  /** Returns changed metadata of a field, such as labels of choices that a setting names. */
  relabel?: (name: string, meta: FieldMeta) => FieldMeta
  /** Further buttons of the toolbar. */
  tools?: ReactNode
  /**
   * Content between the heading and the list, such as a note, or tabs on a page with several lists.
   */
  above?: ReactNode
}
