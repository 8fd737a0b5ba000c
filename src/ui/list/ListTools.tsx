/** Toolbar of a list: search, filters, saved views, density, columns, export, add. */
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AnyResource } from '#contract/resource.ts'
import type { Hooks, ListSearch } from '#src/data/api/createHooks.ts'
import type { FileFormat } from '#src/data/api/exportFile.ts'
import { useAllowed } from '#src/data/session/session.ts'
import { AddButton } from '#src/ui/list/AddButton.tsx'
import { ExportMenu } from '#src/ui/list/ExportMenu.tsx'
import type { Change, Filter, Values } from '#src/ui/list/filters/filter.ts'
import { useFilters } from '#src/ui/list/filters/Filters.tsx'
import { SearchBox } from '#src/ui/list/filters/SearchBox.tsx'
import { useMay } from '#src/ui/list/rows/useRowActions.ts'
import { Columns, Density } from '#src/ui/list/table/Columns.tsx'
import type { ColumnLabel } from '#src/ui/list/table/ColumnsPanel.tsx'
import { mostInLine, useRoom } from '#src/ui/list/useRoom.ts'
import { Views } from '#src/ui/list/views/Views.tsx'
import classes from './toolbar.module.css'

interface Props<R extends AnyResource> {
  of: Hooks<R>
  list: ListSearch<R>
  /** Labels of all columns, in their present order. */
  labels: ColumnLabel[]
  /** Ids of the columns that are not hidden, in their present order. */
  shown: readonly string[]
  filters: readonly Filter[]
  /** All search parameters of the URL. */
  search: Values
  /** Search parameters of the URL without page, page size and order. */
  values: Values
  change: Change
  /**
   * Returns the list parameters with `q` as search text. SearchBox prefetches the rows that match
   * these parameters.
   */
  prefetch: (q: string | undefined) => ListSearch<R>
  /** Further buttons that the screen adds to the toolbar. */
  tools: ReactNode
  /**
   * Whether the list has never had a row. The toolbar then has no tools for rows, such as filters.
   */
  isUnused: boolean
  add: (() => void) | undefined
}

export const ListTools = <R extends AnyResource>({
  of,
  list,
  labels,
  shown,
  filters,
  search,
  values,
  change,
  prefetch,
  tools,
  isUnused,
  add,
}: Props<R>) => {
  const { name, search: searched, paper } = of.resource
  const client = useQueryClient()
  const path = useLocation({ select: (l) => l.pathname })
  const allowed = useAllowed()
  const may = useMay(of.resource)
  const formats: FileFormat[] = [
    ...(may('ekspor') ? (['xlsx', 'csv'] as const) : []),
    ...(paper && may(paper) ? (['pdf'] as const) : []),
  ]
  const { ref, step } = useRoom(JSON.stringify([path, values]))
  const filterParts = useFilters(filters, values, change, mostInLine - Math.max(0, step - 1))
  if (isUnused)
    return tools || add ? (
      <div className={`${classes.tools} noPrint`} data-step={0}>
        <div className={classes.buttons}>
          {tools}
          {add && <AddButton run={add} />}
        </div>
      </div>
    ) : null
  return (
    <div ref={ref} className={`${classes.tools} noPrint`} data-step={step}>
      {searched.length > 0 && (
        <SearchBox
          value={String(search.q ?? '')}
          change={change}
          prefetch={(q) => client.prefetchQuery(of.queries.list(prefetch(q)))}
        />
      )}
      {filterParts.line}
      <div className={classes.buttons} data-buttons>
        {filterParts.button}
        {tools}
        {allowed('saved-view/index') && <Views list={name} path={path.slice(1)} search={search} />}
        <Density list={name} />
        <Columns list={name} columns={labels} />
        {formats.length > 0 && (
          <ExportMenu
            noun={of.resource.label[0].toLowerCase()}
            formats={formats}
            run={(format) => of.ekspor(list, format, shown)}
          />
        )}
        {add && <AddButton run={add} />}
      </div>
      {filterParts.rest}
    </div>
  )
}
