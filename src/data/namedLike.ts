import { queryOptions } from '@tanstack/react-query'
import { callList } from '#src/data/api/http.ts'

export interface Named {
  id: number
  nama: string
  kode?: string | null
}
/** Query of at most 100 rows in the user's scope whose name contains a text. */
export const namedLike = (resource: string, text: string) =>
  queryOptions({
    queryKey: [resource, 'bernama', text],
    queryFn: async ({ signal }) => {
      const params = { 'filter[nama][like]': text, 'per-page': 100, fields: 'id,nama,kode' }
      return (await callList<Named>(resource, { params, signal })).rows
    },
  })
