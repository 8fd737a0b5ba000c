/**
 * Part of a list that depends on its rows: table, totals and pager. While the rows load,
 * placeholders are shown.
 */
import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import type { AnyResource, Row } from '#contract/resource.ts'
import { useListOf, useTotalOf, type Hooks, type ListSearch } from '#src/data/api/createHooks.ts'
import type { List } from '#src/data/api/http.ts'
import { totalText } from '#src/ui/format/format.ts'
import { useLasting } from '#src/ui/hooks/useLasting.ts'
import { whenIdle, whenUsed } from '#src/ui/hooks/whenIdle.ts'
import type { BulkAction } from '#src/ui/list/bulk/bulk.ts'
import { useSelection } from '#src/ui/list/bulk/useSelection.ts'
import { GroupSums } from '#src/ui/list/table/GroupSums.tsx'
import { ListTable, type RowActions } from '#src/ui/list/table/ListTable.tsx'
import { MobileSort } from '#src/ui/list/table/MobileSort.tsx'
import { NoRows } from '#src/ui/list/table/NoRows.tsx'
import { Pager } from '#src/ui/list/table/Pager.tsx'
import type { TableColumn } from '#src/ui/list/table/table.tsx'
import { useListTable, type ListState } from '#src/ui/list/table/useListTable.ts'
import { useWholePage } from '#src/ui/list/table/useWholePage.ts'
import { part } from '#src/ui/page/part.ts'

const BulkBar = lazy(() =>
  part(() => import('#src/ui/list/bulk/BulkBar.tsx')).then((m) => ({ default: m.BulkBar })),
)

interface Props<R extends AnyResource> extends RowActions<R> {
  of: Hooks<R>
  noun: string | undefined
  list: ListSearch<R>
  columns: TableColumn<R>[]
  state: ListState<R>
  dense: boolean
  bulk: BulkAction<R>[]
  filtered: boolean
  /** Whether the list shows only a part of the rows, such as unpaid bills. */
  isPart: boolean
  reset: () => void
  add?: () => void
  /** Fetches the code of the pages that a row opens. */
  fetchTargets: (row: Row<R>) => void
}

/**
 * Prefetches the next page of the list when the browser is idle. After the user's first input,
 * prefetches the code of the pages that the first row opens.
 */
const usePrefetchNextPage = <R extends AnyResource>(
  of: Hooks<R>,
  list: ListSearch<R>,
  { rows, page }: List<Row<R>>,
  fetchTargets: (row: Row<R>) => void,
) => {
  const client = useQueryClient()
  useEffect(() => {
    if (page.page >= page.pageCount) return
    return whenIdle(
      () => void client.prefetchQuery(of.queries.list({ ...list, page: page.page + 1 })),
    )
  }, [client, of, list, page.page, page.pageCount])
  const hasRows = rows.length > 0
  const prefetchNextPage = useEffectEvent(() => {
    if (rows[0]) fetchTargets(rows[0])
  })
  // Waits for the first pointer or key input of the user.
  useEffect(() => (hasRows ? whenUsed(() => prefetchNextPage()) : undefined), [hasRows])
}

/** Returns the sort options of a list, with labels from the contract. */
const sortOptions = <R extends AnyResource>({ resource, field }: Hooks<R>) =>
  resource.sort.map((name: string) => ({
    value: name,
    label: name === 'created_at' ? undefined : field(name)?.meta?.label,
    control: field(name)?.meta?.control ?? 'instant',
  }))

/** Message that the sums have failed to load although the rows have loaded. */
const TotalsFailed = ({ busy, retry }: { busy: boolean; retry: () => void }) => (
  <Group role="alert" gap="sm" px="var(--pad)" py="xs">
    <Text size="sm">Jumlah seluruh daftar tidak dapat dihitung.</Text>
    <Button variant="default" size="compact-sm" loading={busy} onClick={retry}>
      Coba lagi
    </Button>
  </Group>
)

export const ListBody = <R extends AnyResource>({
  of,
  noun,
  list,
  columns,
  state,
  dense,
  bulk,
  filtered,
  isPart,
  reset,
  add,
  fetchTargets,
  ...row
}: Props<R>) => {
  const { resource } = of
  const { stale, ...fetched } = useListOf(of, list)
  const page = useWholePage(fetched.page, of.queries.count(list))
  const waiting = useLasting(stale)
  const sums = useTotalOf(of, list, resource.totals.length > 0)
  const totals = sums.data
  const table = useListTable({ rows: fetched.rows, page }, columns, state)
  const { picked, pick } = state
  const selection = useSelection({
    of,
    list,
    total: page.total,
    bulk,
    picked,
    pick,
    nameOf: row.nameOf,
  })
  usePrefetchNextPage(of, list, fetched, fetchTargets)
  const [singular, many] = noun === undefined ? resource.label : [noun, noun]
  if (page.total === 0)
    return (
      <NoRows
        label={singular.toLowerCase()}
        filtered={filtered}
        isPart={isPart}
        reset={reset}
        add={add}
      />
    )
  return (
    <>
      <MobileSort options={sortOptions(of)} value={state.sort} set={state.setSort} />
      <ListTable
        {...row}
        resource={resource}
        table={table}
        caption={`${many}: ${totalText(page)} baris, halaman ${page.page} dari ${page.more ? 'banyak' : page.pageCount}`}
        dense={dense}
        stale={waiting}
        picking={bulk.length > 0}
        totals={totals}
      />
      {sums.isError && <TotalsFailed busy={sums.isFetching} retry={() => void sums.refetch()} />}
      {resource.totalsBy && <GroupSums resource={resource} sums={totals} />}
      {selection.count > 0 && (
        <Suspense>
          <BulkBar {...selection} />
        </Suspense>
      )}
      <Pager page={page} go={(n) => table.setPageIndex(n - 1)} setPerPage={state.setPerPage} />
    </>
  )
}
