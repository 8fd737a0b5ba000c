/**
 * Queries of the choices of a picker, by the name of the resource, so that the components import no
 * contract.
 */
import { queryOptions } from '@tanstack/react-query'
import { call, type Params } from '#src/data/api/http.ts'

export interface Pilihan {
  id: number
  label: string
  keterangan: string | null
  /** Reason why the row cannot be chosen for the row in the parameter `untuk`. */
  tutup?: string | null
}

/** Query of at most 50 rows in the user's scope that match `q`, or of the one row with `id`. */
export const pilihanQuery = (name: string, params: Params) =>
  queryOptions({
    queryKey: [name, 'pilihan', params],
    queryFn: ({ signal }) => call<Pilihan[]>('get', `${name}/pilihan`, { params, signal }),
    staleTime: 60_000,
  })

/**
 * Query of the only row in the user's scope; null if the scope contains no row or several rows, or
 * if the row cannot be chosen.
 * Caches the row also under its id, so that its picker shows the name at once.
 */
export const onlyChoiceQuery = (name: string, params: Params) =>
  queryOptions({
    queryKey: [name, 'pilihan', params, 'only'],
    queryFn: async ({ client, signal }): Promise<Pilihan | null> => {
      const [only, another] = await call<Pilihan[]>('get', `${name}/pilihan`, {
        params: { ...params, 'per-page': 2 },
        signal,
      })
      if (!only || another || only.tutup) return null
      client.setQueryData(pilihanQuery(name, { id: only.id }).queryKey, [only])
      return only
    },
    staleTime: 60_000,
  })

/** Query of the number of a document by its id. Fails for a row outside the user's scope. */
export const documentQuery = (name: string, id: number) =>
  queryOptions({
    queryKey: [name, 'nomor', id],
    queryFn: ({ signal }) =>
      call<{ nomor?: string | null }>('get', `${name}/view`, { params: { id }, signal }),
    staleTime: 60_000,
    retry: false,
  })
