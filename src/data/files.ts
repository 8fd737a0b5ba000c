/**
 * Private files by their id: fetched with the token, since no address of theirs opens without one.
 */
import { queryOptions } from '@tanstack/react-query'
import type { CallOutput } from '#contract/call.ts'
import type { fileUpload } from '#contract/files/fileCalls.ts'
import { fetchFile } from '#src/data/http.ts'

export type UploadedFile = CallOutput<typeof fileUpload>
/** The bytes of a file; an id never changes what it holds. */
export const fileQuery = (id: number) =>
  queryOptions({
    queryKey: ['berkas', 'isi', { id }],
    queryFn: ({ signal }) => fetchFile('berkas', { id }, signal),
    staleTime: Infinity,
    gcTime: 5 * 60_000,
    retry: false,
  })
