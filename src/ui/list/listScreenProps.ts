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
  /**
   * Name of a row, such as `Guru`, for a list that shows only some kinds of the resource's rows. By
   * default the resource's own name.
   */
  noun?: string
  /**
   * Columns of the table. A column is the name of a field, whose label, cell and sorting come from
   * the contract, or a definition made by `columnHelper(of)`. The first column names the row.
   */
  columns: readonly Column<R>[]
  /**
   * Filters with a control in the toolbar, in the order of the controls. By default every filter
   * that can have a control has one. A filter without a control works only through the URL.
   */
  filters?: readonly FilterOf<R>[]
  /**
   * Returns the page that a click or Enter on a row opens. Without it a click or Enter does the
   * same as `Ubah`, if the user may change the row.
   */
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
   * False if the server rejects deleting any row of this list. Removes `Hapus` from the actions on
   * selected rows. `rowMay` removes it from the menu of a row.
   */
  mayDelete?: boolean
  /**
   * Returns the consequences of deleting rows, to be shown in the confirmation. Throws ApiError.
   */
  deleteNote?: (rows: readonly Row<R>[]) => Promise<string>
  /**
   * Returns the content that unfolds under a row, for a list whose rows open neither a screen nor a
   * form. Returns nothing for a row that has no further data.
   */
  detail?: (row: Row<R>) => ReactNode
  /** Returns additional items of a row's menu. */
  actions?: (row: Row<R>) => RowAction[]
  /**
   * Actions on selected rows. The list adds the actions that follow from the resource's declaration
   * (Aktifkan, Nonaktifkan, Hapus).
   */
  bulk?: readonly BulkAction<R>[]
  /**
   * Returns the name of a row. By default the field that the resource's `choice.label` names, or
   * the first column if the resource has no `choice`.
   */
  rowName?: (row: Row<R>) => string
  /**
   * Returns the metadata of a field with changes, for example with choices whose labels come from a
   * setting of the school.
   */
  relabel?: (name: string, meta: FieldMeta) => FieldMeta
  /** Further buttons of the toolbar. */
  tools?: ReactNode
  /**
   * Content between the heading and the list, such as a note, or tabs on a page with several lists.
   */
  above?: ReactNode
}
