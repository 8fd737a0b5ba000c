/** Calls that move a school in from one workbook (decision 0251). */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { PindahanJob, PindahanMap } from '#contract/import/pindahanCalls.ts'
import { call, download } from '#src/data/api/http.ts'
import { isMoving, pollMs } from '#src/data/import.ts'

export type { PindahanJob, PindahanMap }
export type SheetResult = PindahanJob['lembar'][number]

/** Query of the state of a workbook. Polls while the workbook is tried or stored. */
export const pindahanQuery = (id: number) =>
  queryOptions({
    queryKey: ['pindahan', 'import-job', { id }],
    queryFn: ({ signal }) =>
      call<PindahanJob>('get', 'pindahan/import-job', { params: { id }, signal }),
    refetchInterval: ({ state }) => (isMoving(state.data?.status) ? pollMs : false),
    staleTime: 0,
  })
/** Query of the last workbook of the user; null without one. */
export const pindahanTerakhir = queryOptions({
  queryKey: ['pindahan', 'import-terakhir'],
  queryFn: ({ signal }) =>
    call<{ pindahan: PindahanJob | null }>('get', 'pindahan/import-terakhir', { signal }),
  staleTime: 0,
})
/**
 * Mutation of a step: stores the sheets or resumes the job, discards a tried job, or undoes a
 * finished run. The caller shows the reason why a run cannot be undone.
 */
export const pindahanAction = (action: 'import-jalankan' | 'import-batal' | 'import-urungkan') =>
  mutationOptions({
    mutationKey: ['pindahan', action],
    meta: { quiet: action === 'import-urungkan' },
    mutationFn: (id: number) =>
      call<PindahanJob>('post', `pindahan/${action}`, { params: { id }, body: {} }),
  })
/** Downloads the workbook to fill in. */
export const pindahanTemplate = (): Promise<void> =>
  download('pindahan/template', {}, 'pindahan-nada.xlsx')
/** Downloads a sheet with every problem of a workbook. */
export const pindahanMasalah = (id: number): Promise<void> =>
  download('pindahan/import-galat', { id }, 'masalah.xlsx')
