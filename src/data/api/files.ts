/**
 * Queries of private files by id. The token is sent with the request: the URL does not open without
 * it.
 */
import { queryOptions } from '@tanstack/react-query'
import type { CallOutput } from '#contract/call.ts'
import type { fileUpload } from '#contract/files/fileCalls.ts'
import { fetchFile } from '#src/data/api/http.ts'

export type UploadedFile = CallOutput<typeof fileUpload>
/**
 * Query of the bytes of a file. It never becomes stale, because the content of an id never changes.
 */
export const fileQuery = (id: number) =>
  queryOptions({
    queryKey: ['berkas', 'isi', { id }],
    queryFn: ({ signal }) => fetchFile('berkas', { id }, signal),
    staleTime: Infinity,
    gcTime: 5 * 60_000,
    retry: false,
  })
