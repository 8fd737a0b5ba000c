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
   * Name of a row, such as `Guru`. Needed for a list that shows only some kinds of the resource's
   * rows. Default: the name of the resource.
   */
  noun?: string
  /**
   * Columns of the table. A column is the name of a field or a definition made by
   * `columnHelper(of)`. For the name of a field, label, cell and sorting come from the contract.
   * The first column names the row.
   */
  columns: readonly Column<R>[]
  /**
   * Filters with a control in the toolbar, in the order of the controls. By default every filter
   * that can have a control has one. A filter without a control works only through the URL.
   */
  filters?: readonly FilterOf<R>[]
  /**
   * Returns the page that a click or Enter on a row opens. Without `open`, a click or Enter edits
   * the row like `Ubah`, if the user may change the row.
   */
  open?: (row: Row<R>) => Place
  /** Page that `Tambah` opens. Without `create`, `Tambah` opens the modal form. */
  create?: Place
  /** Returns the page that `Ubah` opens. Without `edit`, `Ubah` opens the modal form. */
  edit?: (row: Row<R>) => Place
  /** Modal form for new and changed rows: the `<ModalForm>` that `formFor(of)` returns. */
  form?: ReactNode
  /** Returns whether the state of a row allows `Ubah` or `Hapus`. Both are allowed by default. */
  rowMay?: (row: Row<R>, operation: 'update' | 'delete') => boolean
  /**
   * Whether `Hapus` is among the actions on selected rows. False if the server rejects the deletion
   * of every row of this list. For the menu of a row, `rowMay` decides.
   */
  mayDelete?: boolean
  /**
   * Returns a text about the consequences of deleting the rows. The confirmation shows this text.
   * Throws ApiError.
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
   * Actions on selected rows. The list adds Aktifkan, Nonaktifkan and Hapus if the resource's
   * declaration provides them.
   */
  bulk?: readonly BulkAction<R>[]
  /**
   * Returns the name of a row. Default: the value of the field that the resource's `choice.label`
   * names, or of the first column if the resource has no `choice`.
   */
  rowName?: (row: Row<R>) => string
  /**
   * Returns changed metadata of a field, for example with choices whose labels come from a setting
   * of the school.
   */
  relabel?: (name: string, meta: FieldMeta) => FieldMeta
  /** Further buttons of the toolbar. */
  tools?: ReactNode
  /**
   * Content between the heading and the list, such as a note, or tabs on a page with several lists.
   */
  above?: ReactNode
}
