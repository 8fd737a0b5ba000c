/**
 * Screen of a list, built from the declaration of its resource: toolbar, table, totals, pager, keys
 * and modal form.
 */
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { AnyResource, Row } from '#contract/resource.ts'
import type { ListSearch } from '#src/data/api/createHooks.ts'
import { useWhyNotYours } from '#src/data/outlets.ts'
import { useAllowed } from '#src/data/session/session.ts'
import { listAtom, usualRows } from '#src/state/device.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormTargetContext } from '#src/ui/form/formTarget.ts'
import { useFullWidth } from '#src/ui/hooks/useFullWidth.ts'
import { ownBulk } from '#src/ui/list/bulk/bulk.ts'
import { Chips } from '#src/ui/list/filters/Chips.tsx'
import { useListFilters } from '#src/ui/list/filters/useListFilters.ts'
import { useListSearch } from '#src/ui/list/filters/useListSearch.ts'
import type { ListScreenProps } from '#src/ui/list/listScreenProps.ts'
import { ListTools } from '#src/ui/list/ListTools.tsx'
import { useMay, useRowActions, useRowFetch } from '#src/ui/list/rows/useRowActions.ts'
import { useRowFocus } from '#src/ui/list/rows/useRowFocus.ts'
import { ListBody } from '#src/ui/list/table/ListBody.tsx'
import { ListSkeleton } from '#src/ui/list/table/ListSkeleton.tsx'
import { FieldsContext, tableColumn } from '#src/ui/list/table/table.tsx'
import { useListKeys } from '#src/ui/list/useListKeys.ts'
import { useListState } from '#src/ui/list/useListState.ts'
import { useUnused } from '#src/ui/list/useUnused.ts'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { part } from '#src/ui/page/part.ts'
import { Panel } from '#src/ui/record/Panel.tsx'

const HistoryDialog = lazy(() =>
  part(() => import('#src/ui/record/history/HistoryDialog.tsx')).then((m) => ({
    default: m.HistoryDialog,
  })),
)
const always = () => true

/**
 * Returns the columns of the table, and a function that returns the metadata of a field by its
 * name.
 */
const useColumns = <R extends AnyResource>({ of, columns, relabel }: ListScreenProps<R>) => {
  const fieldMeta = (name: string) => {
    const meta = of.field(name)?.meta
    return meta && relabel ? relabel(name, meta) : meta
  }
  const tableColumns = useMemo(() => {
    const metaOf = (name: string) => {
      const meta = of.field(name)?.meta
      return meta && relabel ? relabel(name, meta) : meta
    }
    return columns.map((column, i) => tableColumn(of, column, metaOf, i === 0))
  }, [columns, of, relabel])
  return { columns: tableColumns, fieldMeta }
}

/**
 * Returns the state of the modal form of the list. When the form closes, the edited or added row
 * gets the focus.
 */
const useForm = (list: string) => {
  const [target, setTarget] = useState<number | null>(null)
  const [closedRow, setClosedRow] = useState<number>()
  useRowFocus(list, closedRow, () => setClosedRow(undefined))
  return {
    id: target,
    open: setTarget,
    /** Closes the form; `saved` is the id of the saved row, if any. */
    close: (saved?: number) => {
      setClosedRow(saved ?? (target || undefined))
      setTarget(null)
    },
  }
}

/**
 * Returns the actions on selected rows: those of the screen, then those of the resource's
 * declaration.
 */
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
  const { of, noun, filters, form, rowName, detail, tools, above } = screen
  const { resource } = of
  const { search, filters: values, deps, usualSort, change, goPage, reset } = useListSearch()
  const list: ListSearch<R> = of.clean(deps)
  const settings = useAtomValue(listAtom(resource.name))
  const { columns, fieldMeta } = useColumns(screen)
  const { fixed, isFixed, all, shown, filtered } = useListFilters({
    of,
    filters,
    search,
    deps,
    fieldMeta,
  })
  // Rows with a noun of their own, such as coaches among users, are not a part of a list.
  const isPart = isFixed && noun === undefined
  const isUnused = useUnused(of, list, { filtered, isPart })
  const filter = JSON.stringify([values, fixed])
  const state = useListState({
    resource,
    list,
    columns,
    filter,
    change,
    goPage,
    usualSort: usualSort ?? resource.defaultSort,
  })
  const labels = state.order.map((id) => ({
    id,
    label: columns.find((c) => c.id === id)?.meta.label ?? id,
  }))
  const visible = labels.filter(({ id }) => !settings.hidden.includes(id))
  const [historyRow, setHistoryRow] = useState<{ id: number; name: string } | null>(null)
  const modal = useForm(resource.name)
  const nameOf =
    rowName ??
    ((row: Row<R>) =>
      String(row[(resource.choice?.label ?? columns[0]?.id ?? 'id') as keyof Row<R>] ?? row.id))
  const does = useRowActions(screen, {
    nameOf,
    openForm: modal.open,
    tell: (row) => setHistoryRow({ id: row.id, name: nameOf(row) }),
  })
  const { fetchTargets, prefetch } = useRowFetch(screen)
  const bulk = useBulk(screen)
  useListKeys(goPage, form !== undefined && modal.id !== null)
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
          shown={visible.map(({ id }) => id)}
          filters={shown}
          search={search}
          values={values}
          change={change}
          prefetch={(q) => of.clean({ ...deps, page: undefined, q })}
          tools={tools}
          isUnused={isUnused}
          add={does.add}
        />
        <Chips filters={all} values={values} change={change} reset={reset} />
        <Boundary resetKey={JSON.stringify(list)}>
          <Suspense
            fallback={<ListSkeleton columns={visible} rows={list['per-page'] ?? usualRows} />}
          >
            <ListBody
              of={of}
              noun={noun}
              list={list}
              columns={columns}
              state={state}
              dense={settings.dense}
              bulk={bulk}
              filtered={filtered}
              isPart={isPart && !isUnused}
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
      {historyRow && (
        <Suspense>
          <HistoryDialog
            title={`Riwayat ${historyRow.name}`}
            entitas={resource.name}
            id={historyRow.id}
            of={of}
            close={() => setHistoryRow(null)}
          />
        </Suspense>
      )}
      {form && modal.id !== null && (
        <FormTargetContext value={{ id: modal.id, close: modal.close }}>{form}</FormTargetContext>
      )}
    </FieldsContext>
  )
}
