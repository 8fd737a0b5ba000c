/** Imports: upload, progress, run, and the files that belong to them. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ImporJob } from '#contract/import/importJob.ts'
import type { ImporName } from '#contract/import/importKeys.ts'
import { call, download } from '#src/data/api/http.ts'

export type { ImporJob, ImporName as NamaImpor }
type Format = 'xlsx' | 'csv'
export const isMoving = (job: ImporJob | undefined): boolean =>
  job?.status === 'memeriksa' || job?.status === 'berjalan'
/** The calls of one import. */
export const imporOf = (name: ImporName) => ({
  path: `${name}/import`,
  /** State of an import job; polled while the job is running. */
  query: (id: number) =>
    queryOptions({
      queryKey: [name, 'import-job', { id }],
      queryFn: ({ signal }) =>
        call<ImporJob>('get', `${name}/import-job`, { params: { id }, signal }),
      refetchInterval: ({ state }) => (isMoving(state.data) ? 700 : false),
      staleTime: 0,
    }),
  /**
   * `import-jalankan` runs an import that was tried, or resumes it; `import-batal` drops the
   * import.
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
