/**
 * Queries of private files by id. Each request sends the session token. Without a token, the server
 * rejects the request.
 */
import { queryOptions } from '@tanstack/react-query'
import type { CallOutput } from '#contract/call.ts'
import type { fileUpload } from '#contract/files/fileCalls.ts'
import { fetchFile } from '#src/data/api/http.ts'

export type UploadedFile = CallOutput<typeof fileUpload>
/**
 * Query of the bytes of a file. It never becomes stale, because the bytes stored under an id never
 * change.
 */
export const fileQuery = (id: number) =>
  queryOptions({
    queryKey: ['berkas', 'isi', { id }],
    queryFn: ({ signal }) => fetchFile('berkas', { id }, signal),
    staleTime: Infinity,
    gcTime: 5 * 60_000,
    retry: false,
  })
