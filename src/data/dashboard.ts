/**
 * Queries of the dashboard. This file imports contracts only as types: loading the contracts of all
 * counted resources would take thirty files before the first figure shows.
 */
import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { can, type AccessCode } from '#contract/access/access.ts'
import type { billing } from '#contract/billing/billing.ts'
import type { billingPayment } from '#contract/billing/billingPayment.ts'
import type { openTills } from '#contract/billing/tutupKasCalls.ts'
import type { pengeluaranSales } from '#contract/sales/pengeluaranSales.ts'
import type { kreditPengganti } from '#contract/schedule/kreditPengganti.ts'
import type { kursusPeserta } from '#contract/schedule/kursusPeserta.ts'
import type { pelatihLibur } from '#contract/schedule/pelatihLibur.ts'
import type { pertemuan } from '#contract/schedule/pertemuan.ts'
import type { unattendedLessons } from '#contract/schedule/substituteCalls.ts'
import type { integrity } from '#contract/settings/integrityCalls.ts'
import type { pekerjaanList } from '#contract/settings/pekerjaanCalls.ts'
import type { penyimpanan } from '#contract/settings/settingCalls.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { queryOf } from '#src/data/api/createCall.ts'
import { queriesOf } from '#src/data/api/createHooks.ts'
import type { ApiError } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { menuCountsQuery } from '#src/data/menuCounts.ts'
import { me } from '#src/data/session/session.ts'

const bills = queriesOf<typeof billing>('billing')
const lessons = queriesOf<typeof pertemuan>('pertemuan')

/**
 * Returns a count of waiting work: the access code that it needs, its query for a day, and a
 * function that prefetches the query.
 */
const waits = <Q, T, K extends QueryKey>(
  code: AccessCode,
  query: (today: string) => Q & FetchQueryOptions<T, ApiError, T, K>,
) => ({
  code,
  query,
  start: (today: string): void => void queryClient.prefetchQuery(query(today)),
})
export const waiting = {
  coming: waits('pertemuan/index', (today) =>
    lessons.count({ tanggal: today, status: 'terjadwal' }),
  ),
  done: waits('pertemuan/index', (today) => lessons.count({ tanggal: today, status: 'selesai' })),
  unattended: waits('pertemuan/pengganti', () =>
    queryOf<typeof unattendedLessons>('/pertemuan/tanpa-guru', {}),
  ),
  overdue: waits('billing/index', () => bills.total({ tunggakan: '1' })),
  leave: waits('pelatih-libur/setujui', () =>
    queriesOf<typeof pelatihLibur>('pelatih-libur').count({ status: 'diajukan' }),
  ),
  toBegin: waits('kursus-peserta/aktifkan', () =>
    queriesOf<typeof kursusPeserta>('kursus-peserta').count({ menunggu: 'true' }),
  ),
  makeUps: waits('kredit-pengganti/index', () =>
    queriesOf<typeof kreditPengganti>('kredit-pengganti').count({ habis: '14' }),
  ),
  tills: waits('tutup-kas/create', () => queryOf<typeof openTills>('/tutup-kas/belum', {})),
  jobs: waits('pekerjaan/index', () => queryOf<typeof pekerjaanList>('/pekerjaan', {})),
}
/** Query of the inconsistencies found in the data. */
export const integrityQuery = queryOf<typeof integrity>('/integritas', {})
/** Query of the storage space that uploaded files occupy. */
export const storageQuery = queryOf<typeof penyimpanan>('/setting/penyimpanan', {})
/** Queries of the sums of lists, by resource. */
export const totals = {
  billing: bills.total,
  'billing-payment': queriesOf<typeof billingPayment>('billing-payment').total,
  'pengeluaran-sales': queriesOf<typeof pengeluaranSales>('pengeluaran-sales').total,
}

/**
 * Starts the queries of the waiting work before the dashboard renders, beginning with the call that
 * returns most of the numbers. Does not wait for the responses.
 */
export const startDashboard = (): void => {
  const user = me()
  const today = currentDay()
  void queryClient.prefetchQuery(menuCountsQuery)
  for (const { code, start } of Object.values(waiting)) if (can(user, code)) start(today)
}
