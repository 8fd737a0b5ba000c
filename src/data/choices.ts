/** Choices of a picker by the resource's name, so that the kit imports no contract. */
import { queryOptions } from '@tanstack/react-query'
import { call, type Params } from '#src/data/api/http.ts'

export interface Pilihan {
  id: number
  label: string
  keterangan: string | null
}

/** Returns at most 50 rows in the user's scope that match `q`; with `id` only that row. */
export const pilihanQuery = (name: string, params: Params) =>
  queryOptions({
    queryKey: [name, 'pilihan', params],
    queryFn: ({ signal }) => call<Pilihan[]>('get', `${name}/pilihan`, { params, signal }),
    staleTime: 60_000,
  })

/** Number of a document by its id. A row outside the user's scope is an error. */
export const documentQuery = (name: string, id: number) =>
  queryOptions({
    queryKey: [name, 'nomor', id],
    queryFn: ({ signal }) =>
      call<{ nomor?: string | null }>('get', `${name}/view`, { params: { id }, signal }),
    staleTime: 60_000,
    retry: false,
  })
