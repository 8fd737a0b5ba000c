/** Imports: upload, progress, run, and the files that go with it. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ImporJob } from '#contract/impor.ts'
import type { NamaImpor } from '#contract/imporNama.ts'
import { call, download } from '#src/data/http.ts'

export type { ImporJob, NamaImpor }
type Format = 'xlsx' | 'csv'
export const bergerak = (job: ImporJob | undefined): boolean =>
  job?.status === 'memeriksa' || job?.status === 'berjalan'
/** The calls of one import. */
export const imporOf = (nama: NamaImpor) => ({
  path: `${nama}/import`,
  /** A job; asked for again and again while it moves. */
  query: (id: number) =>
    queryOptions({
      queryKey: [nama, 'import-job', { id }],
      queryFn: ({ signal }) =>
        call<ImporJob>('get', `${nama}/import-job`, { params: { id }, signal }),
      refetchInterval: ({ state }) => (bergerak(state.data) ? 700 : false),
      staleTime: 0,
    }),
  /** `import-jalankan` runs what was tried, or goes on; `import-batal` drops it. */
  aksi: (aksi: 'import-jalankan' | 'import-batal') =>
    mutationOptions({
      mutationKey: [nama, aksi],
      mutationFn: (id: number) =>
        call<ImporJob>('post', `${nama}/${aksi}`, { params: { id }, body: {} }),
    }),
  template: (format: Format): Promise<void> =>
    download(`${nama}/template`, { format }, `template-${nama}.${format}`),
  galat: (id: number, format: Format): Promise<void> =>
    download(`${nama}/import-galat`, { id, format }, `perbaiki.${format}`),
})
