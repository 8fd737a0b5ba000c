/**
 * Queries of the dashboard. This file imports contracts only as types: loading the contracts of all
 * counted resources would take thirty files before the first figure shows.
 */
import type { waitingToday } from '#contract/access/waitingCalls.ts'
import type { billing } from '#contract/billing/billing.ts'
import type { billingPayment } from '#contract/billing/billingPayment.ts'
import type { tillStates } from '#contract/billing/tutupKasCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import type { trend } from '#contract/report/trendCalls.ts'
import type { pengeluaranSales } from '#contract/sales/pengeluaranSales.ts'
import type { integrity } from '#contract/settings/integrityCalls.ts'
import type { penyimpanan } from '#contract/settings/settingCalls.ts'
import type { setupState } from '#contract/settings/setupCalls.ts'
import { queryOf } from '#src/data/api/createCall.ts'
import { queriesOf } from '#src/data/api/createHooks.ts'
import { queryClient } from '#src/data/api/queryClient.ts'

/** Query of the counts of all kinds of waiting work. A single call returns all counts. */
export const waitingQuery = queryOf<typeof waitingToday>('/dashboard/menunggu', {})
export type WaitingToday = CallOutput<typeof waitingToday>
/** Query of the state of the setup guide. */
export const setupQuery = queryOf<typeof setupState>('/dashboard/panduan', {})
export type SetupState = CallOutput<typeof setupState>
/** Query of the inconsistencies found in the data. */
export const integrityQuery = queryOf<typeof integrity>('/integritas', {})
/** Query of the storage space that uploaded files occupy. */
export const storageQuery = queryOf<typeof penyimpanan>('/setting/penyimpanan', {})
/** Query of the amounts billed and received by month; `gedung_id`: id of an outlet. */
export const trendQuery = (gedung_id: string | undefined) =>
  queryOf<typeof trend>('/dashboard/tren', gedung_id === undefined ? {} : { gedung_id })
/** Query of the cash state of each outlet. */
export const tillsQuery = queryOf<typeof tillStates>('/tutup-kas/keadaan', {})
export type TillState = CallOutput<typeof tillStates>[number]
/** Queries of the sums of lists, by resource. */
export const totals = {
  billing: queriesOf<typeof billing>('billing').total,
  'billing-payment': queriesOf<typeof billingPayment>('billing-payment').total,
  'pengeluaran-sales': queriesOf<typeof pengeluaranSales>('pengeluaran-sales').total,
}

/**
 * Starts to fetch the counts of the waiting work before the dashboard renders. Does not wait for
 * the response.
 */
export const startDashboard = (): void => void queryClient.prefetchQuery(waitingQuery)
