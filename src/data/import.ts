/** Import calls: upload, progress, run, and downloads. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ImporJob } from '#contract/import/importAnswer.ts'
import type { ImporName } from '#contract/import/importKeys.ts'
import { call, download } from '#src/data/api/http.ts'

export type { ImporJob, ImporName as NamaImpor }
type Format = 'xlsx' | 'csv'
/** Pause between two reads of a job that is moving, in ms. */
export const pollMs = 700
/** Whether a job is being checked or run. */
export const isMoving = (status: ImporJob['status'] | undefined): boolean =>
  status === 'memeriksa' || status === 'berjalan'
/** Returns the path and calls of one import. */
export const imporOf = (name: ImporName) => ({
  path: `${name}/import`,
  /** Query of the state of an import job. Polls while the job is checking or running. */
  query: (id: number) =>
    queryOptions({
      queryKey: [name, 'import-job', { id }],
      queryFn: ({ signal }) =>
        call<ImporJob>('get', `${name}/import-job`, { params: { id }, signal }),
      refetchInterval: ({ state }) => (isMoving(state.data?.status) ? pollMs : false),
      staleTime: 0,
    }),
  /**
   * Mutation of a step of the import. `import-jalankan` starts the import after its trial run, or
   * resumes an interrupted import. `import-batal` discards the import.
   */
  action: (action: 'import-jalankan' | 'import-batal') =>
    mutationOptions({
      mutationKey: [name, action],
      mutationFn: (id: number) =>
        call<ImporJob>('post', `${name}/${action}`, { params: { id }, body: {} }),
    }),
  template: (format: Format): Promise<void> =>
    download(`${name}/template`, { format }, `template-${name}.${format}`),
  galat: (id: number, format: Format): Promise<void> =>
    download(`${name}/import-galat`, { id, format }, `perbaiki.${format}`),
})
