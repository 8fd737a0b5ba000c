/** A list's whole screen, from its resource's declaration: toolbar, table, totals, pager, keys and modal form. */
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import type { AccessCode } from '#contract/access.ts'
import type { FieldMeta } from '#contract/fields.ts'
import { hasOwnRows } from '#contract/outlets.ts'
import type { AnyResource, FilterOf, Row } from '#contract/resource.ts'
import { useDeleteOf, type Hooks, type ListSearch } from '#src/data/createHooks.ts'
import { useOwnOutlets, useWhyNotYours } from '#src/data/outlets.ts'
import { useAllowed } from '#src/data/session.ts'
import { listAtom, rowsPerPage } from '#src/state/device.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { leaveRow } from '#src/state/history.ts'
import { Boundary } from '#src/ui/Failed.tsx'
import { body as formBody } from '#src/ui/form.tsx'
import { FormTargetContext } from '#src/ui/formTarget.ts'
import { ownBulk, type BulkAction, type Picked } from '#src/ui/list/bulk.ts'
import { Columns, Density, ordered } from '#src/ui/list/Columns.tsx'
import { ListBody, type RowAction } from '#src/ui/list/ListBody.tsx'
import {
  AddButton,
  Chips,
  ExportMenu,
  Filters,
  SearchBox,
  type Filter,
} from '#src/ui/list/Toolbar.tsx'
import { useListKeys } from '#src/ui/list/useListKeys.ts'
import { useListSearch } from '#src/ui/list/useListSearch.ts'
import { useRowFocus } from '#src/ui/list/useRowFocus.ts'
import { Views } from '#src/ui/list/Views.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { part } from '#src/ui/part.ts'
import { FieldsContext, tableColumn, type Column } from '#src/ui/table.tsx'

/** A place in the app; `search` as plain values. */
export interface Place {
  to: string
  search?: Record<string, string | number>
}

export interface ListScreenProps<R extends AnyResource> {
  of: Hooks<R>
  /** Field names (label, cell and sorting come from the contract) or definitions of `kolom(of)`. The first one names the row. */
  columns: readonly Column<R>[]
  /** Filters with a control in the toolbar, in this order; all that can have one when left out. The others work from the URL. */
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
  /** What a row unfolds to, under it: for rows that have no screen and no form. Nothing for one that has nothing more. */
  detail?: (row: Row<R>) => ReactNode
  /** More items of a row's menu. */
  actions?: (row: Row<R>) => RowAction[]
  /** What may be done to many selected rows, besides what the declaration itself offers (Aktifkan, Nonaktifkan, Hapus). */
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
  part(() => import('#src/ui/HistoryDialog.tsx')).then((m) => ({ default: m.HistoryDialog })),
)
const always = () => true
const none = new Map<number, never>()

export const ListScreen = <R extends AnyResource>({
  of,
  columns,
  filters,
  open,
  create,
  edit,
  form,
  rowMay = always,
  detail,
  actions,
  bulk,
  rowName,
  relabel,
  tools,
  above,
}: ListScreenProps<R>) => {
  const { resource } = of
  const { search, filters: values, deps, change, goPage, reset } = useListSearch()
  const list: ListSearch<R> = of.clean(deps)
  const navigate = useNavigate()
  const router = useRouter()
  const client = useQueryClient()
  const path = useLocation({ select: (l) => l.pathname })
  const allowed = useAllowed()
  // The code of an operation of this very resource.
  const may = (operation: string) =>
    resource.access[operation] != null && allowed(`${resource.name}/${operation}` as AccessCode)
  const mayPick = (name: string | undefined) =>
    name === undefined || allowed(`${name}/pilihan` as AccessCode)
  const settings = useAtomValue(listAtom(resource.name))
  const [target, setTarget] = useState<number | null>(null)
  const [told, setTold] = useState<{ id: number; name: string } | null>(null)
  // The row that a form was for, or has made: it gets the focus when the form has gone.
  const [left, setLeft] = useState<number>()
  useRowFocus(resource.name, left, () => setLeft(undefined))
  const closeForm = (saved?: number) => {
    setLeft(saved ?? (target || undefined))
    setTarget(null)
  }
  const remove = useDeleteOf(of)

  const fieldMeta = (name: string) => {
    const meta = of.field(name)?.meta
    return meta && relabel ? relabel(name, meta) : meta
  }
  // As text, so that a turned page changes none of what follows from it.
  const fixed = Object.keys(deps)
    .filter((name) => !(name in search))
    .join()
  const shownFilters = (filters ?? Object.keys(of.filterSchemas)).flatMap((name): Filter[] => {
    const meta = fieldMeta(name)
    // Nobody is offered a picker that would be refused.
    return meta && !fixed.split(',').includes(name) && mayPick(meta.resource)
      ? [{ name, meta }]
      : []
  })
  const allFilters = Object.keys(of.filterSchemas).flatMap((name): Filter[] => {
    const meta = fieldMeta(name)
    return meta && !fixed.split(',').includes(name)
      ? [{ name, meta: mayPick(meta.resource) ? meta : { ...meta, resource: undefined } }]
      : []
  })
  const declared = useMemo(
    () =>
      columns.map((c) =>
        tableColumn(c, (name) => {
          const meta = of.field(name)?.meta
          return meta && relabel ? relabel(name, meta) : meta
        }),
      ),
    [columns, of, relabel],
  )
  const defs = useMemo(() => ordered(declared, settings.order), [declared, settings.order])
  const labels = defs.map(({ id, header }) => ({ id, label: header ?? fieldMeta(id)?.label ?? id }))
  const nameOf =
    rowName ??
    ((row: Row<R>) =>
      String(row[(resource.choice?.label ?? labels[0]?.id ?? 'id') as keyof Row<R>] ?? row.id))

  const goTo = (place: Place) => void navigate({ to: place.to, search: place.search })
  const whyNot = useWhyNotYours(resource)
  const isLimited = useOwnOutlets().length > 0
  // Who is limited adds rows of their outlets only, so none where every row is of the whole school.
  const add =
    !may('create') || (isLimited && !hasOwnRows(resource))
      ? undefined
      : create
        ? () => goTo(create)
        : form
          ? () => setTarget(0)
          : undefined
  const editRow = !may('update')
    ? undefined
    : edit
      ? (row: Row<R>) => goTo(edit(row))
      : form
        ? (row: Row<R>) => setTarget(row.id)
        : undefined
  const editIfMay =
    editRow &&
    ((row: Row<R>) => {
      if (rowMay(row, 'update') && !whyNot(row)) editRow(row)
    })
  const openRow = open
    ? (row: Row<R>) => {
        leaveRow(resource.name, row.id)
        goTo(open(row))
      }
    : editIfMay
  const deleteRow = async (row: Row<R>) => {
    const name = nameOf(row)
    if (
      !(await confirm({
        title: `Hapus ${name}?`,
        body: `${resource.label[0]} ${name} akan dihapus. Tindakan ini tidak dapat dibatalkan.`,
        confirm: 'Hapus',
        danger: true,
      }))
    )
      return
    remove.mutate(row.id, { onSuccess: () => toast(`${resource.label[0]} ${name} dihapus`) })
  }
  const fetchTargets = (row: Row<R>) => {
    const places = [
      may('view') && open?.(row).to,
      may('create') && create?.to,
      may('update') && edit?.(row).to,
    ]
    for (const to of places) {
      const route = to
        ? Object.entries(router.routesByPath).find(([path]) => path === to)?.[1]
        : undefined
      // Without a connection it is fetched when it is asked for.
      if (route) void router.loadRouteChunk(route)?.catch(() => undefined)
    }
    if (form) void formBody().catch(() => undefined)
  }
  // What may be changed has a history: on the record's own screen, or here where it has none.
  const tells = allowed('audit/index') && resource.access.update !== null
  const isToldHere = (row: Row<R>) => tells && open?.(row).to !== `/${resource.name}/view`
  const rowActions = (row: Row<R>): RowAction[] => [
    ...(open ? [{ label: 'Lihat', run: () => openRow?.(row) }] : []),
    ...(editRow && rowMay(row, 'update')
      ? [{ label: 'Ubah', run: () => editRow(row), disabled: whyNot(row) }]
      : []),
    ...(actions?.(row) ?? []).filter((a) => !a.code || allowed(a.code)),
    ...(isToldHere(row)
      ? [{ label: 'Riwayat', run: () => setTold({ id: row.id, name: nameOf(row) }) }]
      : []),
    ...(may('delete') && rowMay(row, 'delete')
      ? [{ label: 'Hapus', run: () => void deleteRow(row), danger: true, disabled: whyNot(row) }]
      : []),
  ]
  const bulkActions = [
    ...(bulk ?? []).filter((a) => !a.code || allowed(a.code)),
    ...ownBulk({ of, may, rowMay, whyNot }),
  ]
  // Rows of another filter are no longer in sight: what was selected there is let go.
  const sight = JSON.stringify([values, fixed])
  const [pick, setPick] = useState<{ sight: string; rows: Picked<R> }>({ sight, rows: none })
  const picked: Picked<R> = pick.sight === sight ? pick.rows : none
  useListKeys(goPage)

  return (
    <FieldsContext value={fieldMeta}>
      <PageTitle />
      {above}
      <div className="panel" data-list={resource.name}>
        <div className="tools">
          {resource.search.length > 0 && (
            <SearchBox
              value={String(search.q ?? '')}
              change={change}
              ahead={(q) =>
                client.prefetchQuery(of.queries.list(of.clean({ ...deps, page: undefined, q })))
              }
            />
          )}
          <div className="right">
            {tools}
            {allowed('saved-view/index') && (
              <Views list={resource.name} path={path.slice(1)} search={search} />
            )}
            <Density list={resource.name} />
            <Columns list={resource.name} columns={labels} />
            {may('ekspor') && <ExportMenu run={(format) => of.ekspor(list, format)} />}
            {add && <AddButton run={add} />}
          </div>
          <Filters filters={shownFilters} values={values} change={change} />
        </div>
        <Chips filters={allFilters} values={values} change={change} reset={reset} />
        <Boundary resetKey={JSON.stringify(list)}>
          <Suspense
            fallback={
              <ListBody.Skeleton
                columns={labels}
                hidden={settings.hidden}
                rows={Number(list['per-page'] ?? 20)}
              />
            }
          >
            <ListBody
              of={of}
              list={list}
              defs={defs}
              labels={labels}
              hidden={settings.hidden}
              dense={settings.dense}
              nameOf={nameOf}
              open={openRow}
              edit={editIfMay}
              detail={detail}
              actions={rowActions}
              filtered={
                allFilters.some(({ name }) =>
                  [name, `${name}.gte`, `${name}.lte`].some((n) => search[n] !== undefined),
                ) || search.q !== undefined
              }
              sort={(sort) => change({ sort: sort === resource.defaultSort ? undefined : sort })}
              goPage={goPage}
              setPerPage={(n) => {
                rowsPerPage.set(path, n)
                change({ 'per-page': n === 20 ? undefined : n })
              }}
              bulk={bulkActions}
              picked={picked}
              pick={(rows) => setPick({ sight, rows })}
              reset={reset}
              add={add}
              fetchTargets={fetchTargets}
              prefetch={(row) => {
                if (!may('view')) return
                // A screen of its own reads the row with relations: its loader knows which.
                if (open) void router.preloadRoute({ to: open(row).to, search: open(row).search })
                else void client.prefetchQuery(of.queries.view(row.id))
              }}
            />
          </Suspense>
        </Boundary>
      </div>
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
      {form && target !== null && (
        <FormTargetContext value={{ id: target, close: closeForm }}>{form}</FormTargetContext>
      )}
    </FieldsContext>
  )
}
