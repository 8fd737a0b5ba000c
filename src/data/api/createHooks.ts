/** createHooks(resource): query options and hooks of a declared resource, with inferred types. */
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import * as z from 'zod/mini'
import type { Paper, PaperSize } from '#contract/print/paper.ts'
import {
  type ActionInput,
  type ActionName,
  type AnyResource,
  type FilterOf,
  type Input,
  type Row,
  type SortOf,
  type Update,
} from '#contract/resource.ts'
import { restoreInput } from '#contract/restore.ts'
import { exportFile, type FileFormat } from '#src/data/api/exportFile.ts'
import { call, callList, download, newKey, type List, type Params } from '#src/data/api/http.ts'
import { makeStale, queryClient } from '#src/data/api/queryClient.ts'
import { makeUseKey } from '#src/data/api/useKey.ts'
import { useWrite } from '#src/data/api/useWrite.ts'
import { pilihanQuery } from '#src/data/choices.ts'
import { shownMeta } from '#src/data/fieldMeta.ts'
import type { ListParams } from '#src/data/search.ts'

/**
 * Search parameters of a list. Filter values are strings as in the URL; a range of days or amounts
 * has the keys `<field>.gte` and `<field>.lte`.
 */
export type ListSearch<R extends AnyResource> = {
  page?: number
  'per-page'?: number
  sort?: SortOf<R>
  q?: string
  expand?: string
} & {
  [F in FilterOf<R> | `${FilterOf<R>}.gte` | `${FilterOf<R>}.lte`]?: string
}

type Schema = z.core.$ZodType
const pageSizes = [20, 50, 100]
/** Maximum number of rows loaded for a review queue, a screen where a user decides row by row. */
export const queueLength = 100
const reserved = ['page', 'per-page', 'sort', 'q', 'expand']

const booleans: Record<string, boolean> = { true: true, 1: true, false: false, 0: false }
/**
 * Whether a text of the URL is a valid value for the schema when read as text, number or boolean.
 */
const fits = (schema: Schema, text: string) =>
  [
    text,
    /^-?\d+$/.test(text) ? Number(text) : undefined,
    Object.hasOwn(booleans, text) ? booleans[text] : undefined,
  ].some((v) => v !== undefined && z.safeParse(schema, v).success)

/** Returns the filters in the form that the API expects: `x.gte` becomes `filter[x][gte]`. */
const toParams = ({ ...search }: Record<string, string | number | undefined>): Params =>
  Object.fromEntries(
    Object.entries(search).map(([k, v]) => [k.replace(/^(.+)\.(gte|lte)$/, 'filter[$1][$2]'), v]),
  )
const filtersOf = (search: Record<string, string | number | undefined>) =>
  Object.fromEntries(Object.entries(search).filter(([k]) => k === 'q' || !reserved.includes(k)))

const filterSchemasOf = (resource: AnyResource): Record<string, Schema> => {
  // Includes the columns that every row has, such as `created_at`, because lists can filter by
  // them.
  const fields: Record<string, Schema> = resource.entity.def.shape
  return {
    ...Object.fromEntries(resource.filters.map((f) => [f, fields[f]!])),
    ...resource.customFilters,
  }
}
/**
 * Returns a function that cleans search parameters. The function omits parameters that are invalid
 * or that the resource does not have, so that any pasted URL opens.
 */
const makeClean =
  <R extends AnyResource>(resource: R, filterSchemas: Record<string, Schema>) =>
  (search: ListParams): ListSearch<R> => {
    const { page, 'per-page': perPage, sort, q, expand, ...rest } = search
    const validFilters = Object.entries(rest).filter(([k, v]) => {
      const filter = k.replace(/\.(gte|lte)$/, '')
      // Ignores inherited properties. Otherwise `?constructor=1` would count as a filter.
      const schema = Object.hasOwn(filterSchemas, filter) ? filterSchemas[filter] : undefined
      return schema !== undefined && typeof v === 'string' && fits(schema, v)
    })
    return {
      ...(page && page > 1 ? { page } : {}),
      ...(perPage && perPage !== 20 && pageSizes.includes(perPage) ? { 'per-page': perPage } : {}),
      ...(typeof sort === 'string' && resource.sort.includes(sort.replace(/^-/, ''))
        ? { sort }
        : {}),
      ...(q && resource.search.length > 0 ? { q } : {}),
      ...(expand ? { expand } : {}),
      ...Object.fromEntries(validFilters),
    } as ListSearch<R>
  }

/** Query options of a row count, with the same type for all resources. */
export interface Count {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<number>
}
/**
 * Query options of a resource by its name: `queriesOf<typeof billing>('billing')`. Code that uses
 * this function instead of `createHooks` does not load the resource's contract.
 */
export const queriesOf = <R extends AnyResource>(name: R['name']) => {
  type Search = ListSearch<R>
  return {
    /** Query of one page. The total may be bounded (`page.more`); `count` queries all of it. */
    list: (search: Search = {}) =>
      queryOptions({
        queryKey: [name, 'list', search],
        queryFn: ({ signal }) =>
          callList<Row<R>>(name, { params: { ...toParams(search), count: 'bounded' }, signal }),
      }),
    view: (id: number, expand?: string) =>
      queryOptions({
        queryKey: [name, 'view', { id, expand }],
        queryFn: ({ signal }) =>
          call<Row<R>>('get', `${name}/view`, { params: { id, expand }, signal }),
      }),
    pilihan: (q?: string, more?: Params) => pilihanQuery(name, { q, ...more }),
    /** Query of the number of rows that match the filters. */
    count: (search: Search = {}): Count => ({
      queryKey: [name, 'jumlah', filtersOf(search)],
      queryFn: async ({ signal }) => {
        const params = { ...toParams(filtersOf(search)), 'per-page': 1 }
        return (await callList(name, { params, signal })).page.total
      },
    }),
    kertas: (id: number, ukuran: PaperSize = 'A4') =>
      queryOptions({
        queryKey: [name, 'kertas', id, ukuran],
        queryFn: ({ signal }) =>
          call<Paper>('get', `${name}/kertas`, { params: { id, ukuran }, signal }),
        staleTime: 0,
      }),
    /** Query of the sums over all pages of the rows that match the filters. */
    total: (search: Search = {}) =>
      queryOptions({
        queryKey: [name, 'total', filtersOf(search)],
        queryFn: ({ signal }) =>
          call<Record<string, number>>('get', `${name}/total`, {
            params: toParams(filtersOf(search)),
            signal,
          }),
      }),
  }
}
type Queries<R extends AnyResource> = ReturnType<typeof queriesOf<R>>

/** Makes the hooks and functions that read a resource. */
const makeReading = <R extends AnyResource>({ name }: R, queries: Queries<R>) => {
  type Search = ListSearch<R>
  return {
    /**
     * Returns one page of a list. Suspends until the first page has loaded. While another page
     * loads, the old rows remain and `stale` is true.
     */
    useList: (search: Search) => {
      // Defers the search as text, because React compares objects by identity.
      const searchText = JSON.stringify(search)
      const deferred = useDeferredValue(searchText)
      // Renders a cached page at once. If this page were deferred, the old rows would be rendered
      // first, dimmed.
      const shownText = queryClient.getQueryData(queries.list(search).queryKey)
        ? searchText
        : deferred
      const { data } = useSuspenseQuery(queries.list(JSON.parse(shownText) as Search))
      return { ...data, stale: shownText !== searchText }
    },
    useView: (id: number, expand?: string) => useSuspenseQuery(queries.view(id, expand)).data,
    useTotal: (search: Search, enabled = true) =>
      useQuery({ ...queries.total(search), enabled, placeholderData: (old) => old }),
    /** Returns the newest version of a row among its cached copies and the given row. */
    newest: (row: Row<R>): Row<R> =>
      queryClient
        .getQueriesData<List<Row<R>>>({ queryKey: [name, 'list'] })
        .flatMap(([, list]) => list?.rows.filter((r) => r.id === row.id) ?? [])
        .reduce((best, r) => (r.versi > best.versi ? r : best), row),
    /** Saves the whole filtered list as a file; see `exportFile`. */
    ekspor: (search: Search, format: FileFormat, shown: readonly string[]) =>
      exportFile(name, { ...toParams(filtersOf(search)), sort: search.sort }, format, shown),
    /**
     * Returns the printable document of a row as data. The server makes the document from the
     * current settings and outlet data.
     */
    useKertas: (id: number, ukuran?: PaperSize) =>
      useSuspenseQuery(queries.kertas(id, ukuran)).data,
    /** Saves the printable document of a row as a PDF. */
    pdf: (id: number, ukuran: PaperSize = 'A4') =>
      download(`${name}/pdf`, { id, ukuran }, `${name}.pdf`),
  }
}

/** Makes a deleted row again. Calls after the first one change nothing. */
export type Restore = () => Promise<unknown>

/** Makes the hooks and functions that write a resource. */
const makeWriting = <R extends AnyResource>(resource: R) => {
  const { name } = resource
  const meta = { touches: resource.touches }
  const useKey = makeUseKey(resource)
  return {
    useCreate: () => {
      const { key, renew, renewUsed } = useKey('create')
      return useWrite({
        mutationKey: [name, 'create'],
        meta: { ...meta, quiet: true },
        mutationFn: (input: Input<R>) =>
          call<Row<R>>('post', `${name}/create`, { body: input, key }),
        onSuccess: renew,
        onError: renewUsed,
      })
    },
    useUpdate: () =>
      useWrite({
        mutationKey: [name, 'update'],
        meta: { ...meta, quiet: true },
        mutationFn: ({ id, input }: { id: number; input: Update<R> }) =>
          call<Row<R>>('post', `${name}/update`, { params: { id }, body: input }),
      }),
    useDelete: () =>
      useWrite({
        mutationKey: [name, 'delete'],
        meta,
        mutationFn: (id: number) =>
          call<unknown>('post', `${name}/delete`, { params: { id }, body: {} }),
      }),
    /** Hook of an action. With `quiet` the caller shows the errors, as a form does. */
    useAction: <A extends ActionName<R>>(
      action: A,
      { quiet = false }: { quiet?: boolean } = {},
    ) => {
      const { key, renew } = useKey(action)
      return useWrite({
        mutationKey: [name, action],
        meta: { ...meta, quiet },
        mutationFn: ({ id, input }: { id: number; input: ActionInput<R, A> }) =>
          call<Row<R>>('post', `${name}/${action}`, { params: { id }, body: input, key }),
        onSuccess: renew,
      })
    },
    /**
     * Sends one call of a batch without making queries stale. The caller calls `settle` after the
     * last call of the batch.
     */
    each: (operation: 'update' | 'delete' | ActionName<R>, id: number, input: object = {}) =>
      call<Row<R>>('post', `${name}/${operation}`, {
        params: { id },
        body: input,
        key: resource.idempotent.includes(operation) ? newKey() : undefined,
      }),
    /**
     * Prepares to make a row again after its deletion. Resolves to a function that creates the row
     * once, with a new id, and without making queries stale; undefined for a row that cannot be
     * made complete. `more` holds the inputs that are no columns of the row.
     */
    restorer: async (row: Row<R>, more: object = {}): Promise<Restore | undefined> => {
      const input = restoreInput(resource, row, more)
      const key = newKey()
      return input && (() => call<unknown>('post', `${name}/create`, { body: input, key }))
    },
    settle: (): void => makeStale([name, ...resource.touches]),
  }
}

/**
 * Makes the hooks of one resource. `create` and the calls in `resource.idempotent` send an
 * Idempotency-Key, which stays the same until the call has succeeded.
 */
export const createHooks = <R extends AnyResource>(resource: R) => {
  const filterSchemas = filterSchemasOf(resource)
  const queries = queriesOf<R>(resource.name)
  const clean = makeClean(resource, filterSchemas)
  return {
    resource,
    queries,
    filterSchemas,
    clean,
    /** Fetches a list for the loader of a route. */
    load: (search: ListParams): Promise<unknown> =>
      queryClient.ensureQueryData({
        ...queries.list(clean(search)),
        revalidateIfStale: true,
      }),
    /** Returns the label, control and schema of a field, a computed column or a filter. */
    field: (field: string) => {
      const schema = {
        ...resource.entity.def.shape,
        ...resource.fields,
        ...resource.computed,
        ...resource.extra,
        ...resource.customFilters,
      }[field]
      return schema && { schema, meta: shownMeta(schema) }
    },
    ...makeReading(resource, queries),
    ...makeWriting(resource),
  }
}

/** Hooks of any resource, for components that work with every resource. */
export type Hooks<R extends AnyResource> = ReturnType<typeof createHooks<R>>

// React's compiler skips a component that calls a hook from its props. Components call the
// functions below instead, so that only these functions stay uncompiled.
export const useListOf = <R extends AnyResource>(of: Hooks<R>, search: ListSearch<R>) => {
  'use no memo'
  return of.useList(search)
}
export const useTotalOf = <R extends AnyResource>(
  of: Hooks<R>,
  search: ListSearch<R>,
  enabled: boolean,
) => {
  'use no memo'
  return of.useTotal(search, enabled)
}
export const useDeleteOf = <R extends AnyResource>(of: Hooks<R>) => {
  'use no memo'
  return of.useDelete()
}
