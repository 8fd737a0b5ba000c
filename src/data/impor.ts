/** Import of students: upload, progress, run, and the files that go with it. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ImporJob } from '#contract/calls.ts'
import { call, download } from '#src/data/http.ts'

export type { ImporJob }
type Format = 'xlsx' | 'csv'
export const bergerak = (job: ImporJob | undefined): boolean => job?.status === 'memeriksa' || job?.status === 'berjalan'
/** A job; asked for again and again while it moves. */
export const imporQuery = (id: number) => queryOptions({
  queryKey: ['user', 'import-job', { id }], queryFn: ({ signal }) => call<ImporJob>('get', 'user/import-job', { params: { id }, signal }), refetchInterval: ({ state }) => (bergerak(state.data) ? 700 : false), staleTime: 0,
})
/** `import-jalankan` runs what was tried, or goes on; `import-batal` drops it. */
export const imporAksi = (aksi: 'import-jalankan' | 'import-batal') => mutationOptions({ mutationKey: ['user', aksi], mutationFn: (id: number) => call<ImporJob>('post', `user/${aksi}`, { params: { id }, body: {} }) })
export const unduhTemplate = (format: Format): Promise<void> => download('user/template', { format }, `template-peserta.${format}`)
export const unduhGalat = (id: number, format: Format): Promise<void> => download('user/import-galat', { id, format }, `perbaiki.${format}`)
