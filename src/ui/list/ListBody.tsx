/** The part of a list that waits for rows: table, totals, pager, or what stands in their place. */
import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import {
  Fragment,
  lazy,
  memo,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import type { AccessCode } from '#contract/access.ts'
import type { AnyResource, Row, SortOf } from '#contract/resource.ts'
import { useListOf, useTotalOf, type Hooks, type ListSearch } from '#src/data/createHooks.ts'
import { keysAtom } from '#src/state/device.ts'
import { store } from '#src/state/feedback.ts'
import { leftRow, returnRow } from '#src/state/history.ts'
import { rupiah } from '#src/ui/format.ts'
import { maxPicked, startBulk, type BulkAction, type Picked } from '#src/ui/list/bulk.ts'
import { Pager } from '#src/ui/list/Pager.tsx'
import { rowKeys } from '#src/ui/list/rowKeys.ts'
import { MenuItem, MenuPanel } from '#src/ui/Menu.tsx'
import { part } from '#src/ui/part.ts'
import { isNumeric, useListTable, type TableColumn } from '#src/ui/table.tsx'
import { useLasting } from '#src/ui/useLasting.ts'
import { useLater } from '#src/ui/useLater.ts'
import { whenIdle } from '#src/ui/whenIdle.ts'

/** An item of a row's menu. `disabled` says why it is not possible now. */
export interface RowAction {
  label: string
  run: () => void
  code?: AccessCode
  disabled?: string
  danger?: boolean
}
interface Label {
  id: string
  label: string
}

interface Props<R extends AnyResource> {
  of: Hooks<R>
  list: ListSearch<R>
  defs: TableColumn<R>[]
  labels: Label[]
  hidden: string[]
  nameOf: (row: Row<R>) => string
  open?: (row: Row<R>) => void
  edit?: (row: Row<R>) => void
  actions: (row: Row<R>) => RowAction[]
  filtered: boolean
  dense: boolean
  bulk: BulkAction<R>[]
  picked: Picked<R>
  pick: (rows: Picked<R>) => void
  /** What a row opens to, under it; nothing for one that does not. */
  detail?: (row: Row<R>) => ReactNode
  sort: (sort: string) => void
  goPage: (page: number) => void
  setPerPage: (rows: number) => void
  reset: () => void
  add?: () => void
  prefetch: (row: Row<R>) => void
  /** Fetches the code of what a row leads to. */
  fetchTargets: (row: Row<R>) => void
}

/** Lists whose table was wider than its place when last seen: they begin so, instead of being laid out twice. */
const wide = new Set<string | undefined>()
/** How many rows of lists that were seen the window showed. Whoever comes back to a list gets those first, and the rest when they are painted. */
const inSight = new Map<string | undefined, number>()
/** Tells the styles when the table is too wide for the window. Where it fits the page is what scrolls, and the head stays under the page's own. */
const watchWidth = (box: HTMLDivElement | null) => {
  const table = box?.querySelector('table')
  if (!box || !table || typeof ResizeObserver === 'undefined') return
  const { rows: list } = box.dataset
  box.toggleAttribute('data-wide', wide.has(list))
  const observer = new ResizeObserver(() => {
    wide[
      box.toggleAttribute('data-wide', table.offsetWidth > box.clientWidth + 1) ? 'add' : 'delete'
    ](list)
    const [rows] = table.tBodies
    // Two more: they are not all equally high.
    if (rows && window.scrollY === 0)
      inSight.set(
        list,
        2 +
          Math.ceil(
            ((window.innerHeight - rows.getBoundingClientRect().top) * rows.rows.length) /
              rows.offsetHeight,
          ),
      )
  })
  observer.observe(box)
  observer.observe(table)
  return () => observer.disconnect()
}

const BulkBar = lazy(() =>
  part(() => import('#src/ui/list/BulkBar.tsx')).then((m) => ({ default: m.BulkBar })),
)
const within = ({ target }: SyntheticEvent, selector: string) =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

type Tick = (id: string, on: boolean, range: boolean) => void
/** What a column's cells have in common. */
interface Head {
  label: string
  className?: string
}
const classOf = (first: boolean, numeric: boolean, own: string | undefined) =>
  [first && 'rowName', numeric && 'right', own].filter(Boolean).join(' ') || undefined
interface Cell {
  column: { id: string; columnDef: { meta?: unknown } }
  getValue: () => unknown
  row: { original: unknown }
}
interface RowProps {
  id: string
  name: string
  cells: readonly Cell[]
  heads: Record<string, Head>
  opens: boolean
  ticked: boolean | undefined
  tick: Tick
  menu: boolean
  /** Id of its menu, while that is open. */ opened: string | undefined
  /** Whether what it opens to is shown; undefined for none. */ unfolded: boolean | undefined
}
/** Drawn anew only for another row, other columns or other actions: not while the list waits for its next page. */
const ListRow = memo(function ListRow({
  id,
  name,
  cells,
  heads,
  opens,
  ticked,
  tick,
  menu,
  opened,
  unfolded,
}: RowProps) {
  return (
    <tr role="row" data-id={id} tabIndex={opens ? 0 : undefined} aria-selected={ticked}>
      {ticked !== undefined && (
        <td role="cell" className="tick">
          <input
            type="checkbox"
            aria-label={`Pilih ${name}`}
            checked={ticked}
            onChange={(e) =>
              tick(
                id,
                e.currentTarget.checked,
                e.nativeEvent instanceof MouseEvent && e.nativeEvent.shiftKey,
              )
            }
          />
        </td>
      )}
      {cells.map((cell) => (
        <td
          key={cell.column.id}
          role="cell"
          data-label={heads[cell.column.id]?.label}
          className={heads[cell.column.id]?.className}
        >
          {(cell.column.columnDef as TableColumn<AnyResource>).meta.draw(
            cell.getValue(),
            cell.row.original as Row<AnyResource>,
          )}
        </td>
      ))}
      <td role="cell" className="menuCell">
        {unfolded !== undefined && (
          <button
            type="button"
            className="unfold"
            aria-label={`Rincian ${name}`}
            aria-expanded={unfolded}
          >
            <IconChevronDown size={18} aria-hidden />
          </button>
        )}
        {menu && (
          <button
            type="button"
            className="dots"
            aria-label={`Aksi ${name}`}
            aria-haspopup="menu"
            aria-expanded={opened !== undefined}
            aria-controls={opened}
          />
        )}
      </td>
    </tr>
  )
})

export const ListBody = <R extends AnyResource>({
  of,
  list,
  defs,
  labels,
  hidden,
  dense,
  bulk,
  picked,
  pick,
  nameOf,
  open,
  edit,
  actions,
  filtered,
  sort,
  goPage,
  setPerPage,
  reset,
  add,
  prefetch,
  fetchTargets,
  detail,
}: Props<R>) => {
  const { resource } = of
  const { rows, page, stale } = useListOf(of, list)
  const waiting = useLasting(stale)
  const client = useQueryClient()
  const [keyed] = useState(rowKeys)
  const late = useLater()
  const [first] = useState(() => {
    const left = leftRow(resource.name)
    const n = inSight.get(resource.name)
    return left?.atTop && n !== undefined && rows.slice(0, n).some((r) => r.id === left.id)
      ? n
      : rows.length
  })
  const body = useRef<HTMLTableSectionElement>(null)
  const totals = useTotalOf(of, list, resource.totals.length > 0)
  const table = useListTable({ rows, columns: defs, hidden })
  const keys = keyed(rows.map((row) => String(row.id)))
  const label = (id: string) => labels.find((l) => l.id === id)?.label ?? id
  const heads = useMemo(
    () =>
      Object.fromEntries(
        labels.map(({ id, label }, i): [string, Head] => [
          id,
          {
            label,
            className: classOf(i === 0, isNumeric(of.field(id)?.meta), defs[i]?.meta.className),
          },
        ]),
      ),
    [labels, of, defs],
  )
  const rowOf = (id: string | undefined) => rows.find((r) => String(r.id) === id)
  const menuOf = (id: string) => {
    const row = rowOf(id)
    return row ? actions(row) : []
  }
  // One menu for all rows: a row is nothing but what it shows.
  const menuId = useId()
  const [menu, setMenu] = useState<{ id: string; at: HTMLElement }>()
  if (menu && !rowOf(menu.id)) setMenu(undefined)
  const toggleMenu = (at: HTMLElement) => {
    const id = at.closest<HTMLElement>('tr')?.dataset.id
    setMenu(id === undefined || id === menu?.id ? undefined : { id, at })
  }
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const unfold = (row: Row<R>) => {
    const id = String(row.id)
    if (detail?.(row))
      setUnfolded(
        new Set(
          unfolded.has(id) ? [...unfolded].filter((other) => other !== id) : [...unfolded, id],
        ),
      )
  }
  const opening = open ?? (detail && unfold)
  const picking = bulk.length > 0
  const [last, setLast] = useState<string>()
  /** Selects a row or lets it go; with Shift, all from the last one to it. */
  const tick: Tick = (id, on, range) => {
    const [from, to] = [
      rows.findIndex((r) => String(r.id) === last),
      rows.findIndex((r) => String(r.id) === id),
    ]
    setTicks(
      range && from >= 0
        ? rows.slice(Math.min(from, to), Math.max(from, to) + 1)
        : rows.slice(to, to + 1),
      on,
    )
    setLast(id)
  }
  const setTicks = (some: Row<R>[], on: boolean) => {
    const ids = new Set(some.map((r) => r.id))
    pick(
      new Map([
        ...[...picked].filter(([id]) => on || !ids.has(id)),
        ...(on ? some.map((r) => [r.id, r] as const) : []),
      ]),
    )
  }
  /** Selects the whole filter, up to what may be selected; a page that does not come leaves what came before. */
  const all = async () => {
    const found = new Map<number, Row<R>>()
    for (let n = 1; (n - 1) * 100 < Math.min(page.total, maxPicked); n++) {
      const more = await client
        .fetchQuery(of.queries.list({ ...list, page: n, 'per-page': 100 }))
        .catch(() => undefined)
      for (const row of more?.rows ?? []) found.set(row.id, row)
    }
    if (found.size > 0) pick(found)
  }
  const runAction = (action: BulkAction<R>) =>
    void startBulk({
      of,
      action,
      picked,
      nameOf,
      left: (ids) => pick(new Map([...picked].filter(([id]) => ids.has(id)))),
    })
  const allTicked = picking && rows.length > 0 && rows.every((r) => picked.has(r.id))
  /** Runs for the row under an event; not again while it moves inside the same row. */
  const at = (
    event: SyntheticEvent,
    run: ((row: Row<R>) => void) | undefined,
    from: EventTarget | null = null,
  ) => {
    const line = within(event, 'tr[data-id]')
    const data =
      line && !(from instanceof Node && line.contains(from)) ? rowOf(line.dataset.id) : undefined
    if (data) run?.(data)
  }
  const active: string = list.sort ?? resource.defaultSort
  const headers = table.getHeaderGroups()[0]?.headers ?? []

  useEffect(() => {
    if (page.page >= page.pageCount) return
    return whenIdle(
      () => void client.prefetchQuery(of.queries.list({ ...list, page: page.page + 1 })),
    )
  }, [client, of, list, page.page, page.pageCount])
  const hasRows = rows.length > 0
  const fetchAhead = useEffectEvent(() => {
    if (rows[0]) fetchTargets(rows[0])
  })
  // The first row that is opened is not to wait for code.
  useEffect(() => (hasRows ? whenIdle(() => fetchAhead()) : undefined), [hasRows])
  useEffect(() => {
    const id = returnRow(resource.name)
    if (id !== undefined)
      body.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus({ preventScroll: true })
  }, [resource.name])

  if (page.total === 0) {
    return filtered ? (
      <div className="empty">
        <b>Tidak ada yang cocok</b>
        <Button variant="default" onClick={reset}>
          Atur ulang
        </Button>
      </div>
    ) : (
      <div className="empty">
        <b>Belum ada {resource.label[0].toLowerCase()}</b>
        {add && <Button onClick={add}>Tambah</Button>}
      </div>
    )
  }
  return (
    <>
      <MobileSort
        options={resource.sort.map((s) => ({
          value: s,
          label: of.field(s)?.meta?.label ?? (s === 'created_at' ? 'Dibuat' : s),
        }))}
        value={active}
        set={sort}
      />
      <div
        className="scroll"
        ref={watchWidth}
        data-rows={resource.name}
        data-stale={waiting || undefined}
      >
        <table className="grid" role="table" aria-busy={waiting} data-dense={dense || undefined}>
          <caption className="sr">
            {resource.label[1]}: {page.total} baris, halaman {page.page} dari {page.pageCount}
          </caption>
          <thead role="rowgroup">
            <tr role="row">
              {picking && (
                <th role="columnheader" scope="col" className="tick">
                  <input
                    type="checkbox"
                    aria-label="Pilih semua"
                    checked={allTicked}
                    ref={(box) => {
                      if (box) box.indeterminate = !allTicked && rows.some((r) => picked.has(r.id))
                    }}
                    onChange={() => setTicks(rows, !allTicked)}
                  />
                </th>
              )}
              {headers.map(({ id, column }) => (
                <th
                  key={id}
                  role="columnheader"
                  scope="col"
                  className={heads[column.id]?.className}
                  aria-sort={
                    active === column.id
                      ? 'ascending'
                      : active === `-${column.id}`
                        ? 'descending'
                        : undefined
                  }
                >
                  {resource.sort.includes(column.id) ? (
                    <button
                      type="button"
                      className="sort"
                      onClick={() => sort(active === column.id ? `-${column.id}` : column.id)}
                    >
                      {label(column.id)}
                    </button>
                  ) : (
                    label(column.id)
                  )}
                </th>
              ))}
              <th role="columnheader" scope="col" className="menuCell">
                <span className="sr">Aksi</span>
              </th>
            </tr>
          </thead>
          {/* A row that came to a pointer at rest is not meant. */}
          <tbody
            role="rowgroup"
            ref={body}
            onClick={(e) => {
              const dots = within(e, '.menuCell button')
              if (dots?.classList.contains('unfold')) at(e, unfold)
              else if (dots) toggleMenu(dots)
              else if (!within(e, '.menuCell, .tick') && !window.getSelection()?.toString())
                at(e, opening)
            }}
            onMouseOver={(e) => {
              if (e.movementX !== 0 || e.movementY !== 0) at(e, prefetch, e.relatedTarget)
            }}
            onFocus={(e) => at(e, prefetch, e.relatedTarget)}
            onKeyDown={(e) => {
              if (!(e.target instanceof HTMLTableRowElement) || e.ctrlKey || e.metaKey || e.altKey)
                return
              const single = store.get(keysAtom)
              const run =
                e.key === 'Enter'
                  ? opening
                  : single && e.key === 'e'
                    ? edit
                    : single && e.key === 'x' && picking
                      ? (row: Row<R>) => tick(String(row.id), !picked.has(row.id), false)
                      : undefined
              if (run) {
                e.preventDefault()
                at(e, run)
              }
            }}
          >
            {table
              .getRowModel()
              .rows.slice(0, late ? undefined : first)
              .map((row, i) => {
                const more = rows[i] && detail?.(rows[i])
                const isOpen = Boolean(more) && unfolded.has(row.id)
                const line = (
                  <ListRow
                    key={keys[i]}
                    id={row.id}
                    name={rows[i] ? nameOf(rows[i]) : row.id}
                    cells={row.getVisibleCells()}
                    heads={heads}
                    opens={opening !== undefined}
                    ticked={picking ? picked.has(Number(row.id)) : undefined}
                    tick={tick}
                    menu={menuOf(row.id).length > 0}
                    opened={menu?.id === row.id ? menuId : undefined}
                    unfolded={more ? isOpen : undefined}
                  />
                )
                // The row stays the same element, open or not: the focus is in it.
                return detail ? (
                  <Fragment key={keys[i]}>
                    {line}
                    {isOpen && (
                      <tr role="row" className="unfolded">
                        <td role="cell" colSpan={headers.length + Number(picking) + 1}>
                          {more}
                        </td>
                      </tr>
                    )}
                  </Fragment>
                ) : (
                  line
                )
              })}
          </tbody>
          {resource.totals.length > 0 && (
            <tfoot role="rowgroup">
              <tr role="row">
                {picking && <td role="cell" className="tick" />}
                {headers.map(({ id, column }, i) => (
                  <td
                    key={id}
                    role="cell"
                    data-label={resource.totals.includes(column.id) ? label(column.id) : undefined}
                    className={heads[column.id]?.className}
                  >
                    {i === 0
                      ? 'Total'
                      : resource.totals.includes(column.id)
                        ? rupiah(totals?.[column.id])
                        : null}
                  </td>
                ))}
                <td role="cell" />
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {menu && (
        <MenuPanel
          id={menuId}
          at={menu.at}
          label={menu.at.ariaLabel ?? undefined}
          close={(back) => {
            setMenu(undefined)
            if (back) menu.at.focus()
          }}
        >
          {() =>
            menuOf(menu.id).map((a) => (
              <MenuItem key={a.label} danger={a.danger && !a.disabled} why={a.disabled} run={a.run}>
                {a.label}
              </MenuItem>
            ))
          }
        </MenuPanel>
      )}
      {picked.size > 0 && (
        <Suspense>
          <BulkBar
            count={picked.size}
            total={page.total}
            all={all}
            drop={() => pick(new Map())}
            actions={bulk.map((a) => ({ ...a, run: () => runAction(a) }))}
          />
        </Suspense>
      )}
      <Pager page={page} go={goPage} setPerPage={setPerPage} />
    </>
  )
}

/** Rows of the right height while the first page is on its way. */
ListBody.Skeleton = function ListSkeleton({
  columns,
  hidden,
  rows,
}: {
  columns: Label[]
  hidden: string[]
  rows: number
}) {
  const shown = columns.filter(({ id }) => !hidden.includes(id))
  return (
    <div className="scroll" aria-busy role="status" aria-label="Memuat">
      <table className="grid" aria-hidden>
        <thead>
          <tr>
            {shown.map(({ id, label }) => (
              <th key={id}>{label}</th>
            ))}
            <th className="menuCell" />
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, i) => (
            <tr key={i}>
              {shown.map(({ id }) => (
                <td key={id}>
                  <span
                    className="skeleton"
                    style={{ width: `${55 + ((i * 7 + id.length * 11) % 40)}%` }}
                  />
                </td>
              ))}
              <td className="menuCell" style={{ height: 43 }} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const MobileSort = ({
  options,
  value,
  set,
}: {
  options: { value: SortOf<AnyResource>; label: string }[]
  value: string
  set: (sort: string) => void
}) => {
  // Nobody opens it before the rows are there, and a wide screen has the headings instead.
  const late = useLater()
  const all = options.flatMap((o) => [
    { value: String(o.value), label: `${o.label} (naik)` },
    { value: `-${o.value}`, label: `${o.label} (turun)` },
  ])
  return options.length === 0 ? null : (
    <div className="mobileSort">
      <span aria-hidden>Urutkan</span>
      <select aria-label="Urutkan" value={value} onChange={(e) => set(e.currentTarget.value)}>
        {all.map(
          (o) =>
            (late || o.value === value) && (
              <option key={o.value} value={o.value}>
                {o.label}
              </option>
            ),
        )}
      </select>
    </div>
  )
}
