/** Private files by their id: fetched with the token, since no address of theirs opens without one. */
import { queryOptions } from '@tanstack/react-query'
import type { berkasUnggah, CallOutput } from '#contract/calls.ts'
import { fetchFile } from '#src/data/http.ts'

export type Unggahan = CallOutput<typeof berkasUnggah>
/** The bytes of a file; an id never changes what it holds. */
export const berkasQuery = (id: number) =>
  queryOptions({
    queryKey: ['berkas', 'isi', { id }],
    queryFn: ({ signal }) => fetchFile('berkas', { id }, signal),
    staleTime: Infinity,
    gcTime: 5 * 60_000,
    retry: false,
  })
