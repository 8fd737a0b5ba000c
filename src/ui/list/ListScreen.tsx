/**
 * A list's whole screen, from its resource's declaration: toolbar, table, totals, pager, keys and
 * modal form.
 */
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import type { FieldMeta } from '#contract/fields.ts'
import type { AnyResource, FilterOf, Row } from '#contract/resource.ts'
import type { Hooks, ListSearch } from '#src/data/createHooks.ts'
import { useWhyNotYours } from '#src/data/outlets.ts'
import { useAllowed } from '#src/data/session.ts'
import { listAtom, usualRows } from '#src/state/device.ts'
import type { Place } from '#src/state/place.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormTargetContext } from '#src/ui/form/formTarget.ts'
import { useFullWidth } from '#src/ui/hooks/useFullWidth.ts'
import { ownBulk, type BulkAction } from '#src/ui/list/bulk.ts'
import { Chips } from '#src/ui/list/Chips.tsx'
import { ListBody } from '#src/ui/list/ListBody.tsx'
import { ListSkeleton } from '#src/ui/list/ListSkeleton.tsx'
import { ListTools } from '#src/ui/list/ListTools.tsx'
import { FieldsContext, tableColumn, type Column } from '#src/ui/list/table.tsx'
import { useListFilters } from '#src/ui/list/useListFilters.ts'
import { useListKeys } from '#src/ui/list/useListKeys.ts'
import { useListSearch } from '#src/ui/list/useListSearch.ts'
import { useListState } from '#src/ui/list/useListState.ts'
import { useMay, useRowDoes, useRowFetch } from '#src/ui/list/useRowDoes.ts'
import { useRowFocus } from '#src/ui/list/useRowFocus.ts'
import type { RowAction } from '#src/ui/list/useRowMenu.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { part } from '#src/ui/page/part.ts'
import { Panel } from '#src/ui/record/Panel.tsx'

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

const HistoryDialog = lazy(() =>
  part(() => import('#src/ui/record/HistoryDialog.tsx')).then((m) => ({
    default: m.HistoryDialog,
  })),
)
const always = () => true

/** The list's columns as declared, made for the table, and what the contract says of a field. */
const useColumns = <R extends AnyResource>({ of, columns, relabel }: ListScreenProps<R>) => {
  const fieldMeta = (name: string) => {
    const meta = of.field(name)?.meta
    return meta && relabel ? relabel(name, meta) : meta
  }
  const made = useMemo(() => {
    const metaOf = (name: string) => {
      const meta = of.field(name)?.meta
      return meta && relabel ? relabel(name, meta) : meta
    }
    return columns.map((column, i) => tableColumn(of, column, metaOf, i === 0))
  }, [columns, of, relabel])
  return { columns: made, fieldMeta }
}

/**
 * Returns the state of a list's modal form, and of the row that gets the focus after the form has
 * closed.
 */
const useForm = (list: string) => {
  const [target, setTarget] = useState<number | null>(null)
  const [left, setLeft] = useState<number>()
  useRowFocus(list, left, () => setLeft(undefined))
  return {
    id: target,
    open: setTarget,
    /** `saved` is the row that it has made. */
    close: (saved?: number) => {
      setLeft(saved ?? (target || undefined))
      setTarget(null)
    },
  }
}

/** Returns the actions on many rows: the screen's, then the declaration's. */
const useBulk = <R extends AnyResource>({
  of,
  bulk,
  rowMay = always,
  mayDelete = true,
  deleteNote,
}: ListScreenProps<R>) => {
  const allowed = useAllowed()
  const may = useMay(of.resource)
  const whyNot = useWhyNotYours(of.resource)
  return [
    ...(bulk ?? []).filter((a) => !a.code || allowed(a.code)),
    ...ownBulk({
      of,
      may: (operation) => may(operation) && (operation !== 'delete' || mayDelete),
      rowMay,
      whyNot,
      deleteNote,
    }),
  ]
}

export const ListScreen = <R extends AnyResource>(screen: ListScreenProps<R>) => {
  const { of, filters, form, rowName, detail, tools, above } = screen
  const { resource } = of
  const { search, filters: values, deps, change, goPage, reset } = useListSearch()
  const list: ListSearch<R> = of.clean(deps)
  const settings = useAtomValue(listAtom(resource.name))
  const { columns, fieldMeta } = useColumns(screen)
  const { fixed, all, shown, filtered } = useListFilters({ of, filters, search, deps, fieldMeta })
  const filter = JSON.stringify([values, fixed])
  const state = useListState({ resource, list, columns, filter, change, goPage })
  const labels = state.order.map((id) => ({
    id,
    label: columns.find((c) => c.id === id)?.meta.label ?? id,
  }))
  const [told, setTold] = useState<{ id: number; name: string } | null>(null)
  const modal = useForm(resource.name)
  const nameOf =
    rowName ??
    ((row: Row<R>) =>
      String(row[(resource.choice?.label ?? columns[0]?.id ?? 'id') as keyof Row<R>] ?? row.id))
  const does = useRowDoes(screen, {
    nameOf,
    openForm: modal.open,
    tell: (row) => setTold({ id: row.id, name: nameOf(row) }),
  })
  const { fetchTargets, prefetch } = useRowFetch(screen)
  const bulk = useBulk(screen)
  useListKeys(goPage)
  useFullWidth()
  return (
    <FieldsContext value={fieldMeta}>
      <PageTitle />
      {above}
      <Panel bare data-list={resource.name}>
        <ListTools
          of={of}
          list={list}
          labels={labels}
          filters={shown}
          search={search}
          values={values}
          change={change}
          ahead={(q) => of.clean({ ...deps, page: undefined, q })}
          tools={tools}
          add={does.add}
        />
        <Chips filters={all} values={values} change={change} reset={reset} />
        <Boundary resetKey={JSON.stringify(list)}>
          <Suspense
            fallback={
              <ListSkeleton
                columns={labels.filter(({ id }) => !settings.hidden.includes(id))}
                rows={list['per-page'] ?? usualRows}
              />
            }
          >
            <ListBody
              of={of}
              list={list}
              columns={columns}
              state={state}
              dense={settings.dense}
              bulk={bulk}
              filtered={filtered}
              reset={reset}
              add={does.add}
              fetchTargets={fetchTargets}
              prefetch={prefetch}
              nameOf={nameOf}
              open={does.open}
              edit={does.edit}
              actions={does.actions}
              detail={detail}
            />
          </Suspense>
        </Boundary>
      </Panel>
      {told && (
        <Suspense>
          <HistoryDialog
            title={`Riwayat ${told.name}`}
            entitas={resource.name}
            id={told.id}
            of={of}
            close={() => setTold(null)}
          />
        </Suspense>
      )}
      {form && modal.id !== null && (
        <FormTargetContext value={{ id: modal.id, close: modal.close }}>{form}</FormTargetContext>
      )}
    </FieldsContext>
  )
}
