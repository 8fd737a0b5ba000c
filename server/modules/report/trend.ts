/** Trend of billed and received amounts by month, for the dashboard (domain.md section 5). */
import { sql } from 'kysely'
import { BillingStatus } from '#contract/enums.ts'
import { trendMonths } from '#contract/report/trendMonths.ts'
import { addMonths, currentDay, firstDay, lastDay } from '#contract/values/tanggal.ts'
import type { Handlers } from '#server/http/calls.ts'
import { allows } from '#server/http/context.ts'
import { billingScope, isCounted, paymentScope } from '#server/modules/billing/bills/scope.ts'

const monthOf = (column: 'tanggal_terbit' | 'tanggal') =>
  sql<string>`substr(${sql.ref(column)}, 1, 7)`
const always = sql<boolean>`1 = 1`
/** Returns the sums by month. */
const byMonth = (rows: readonly { periode: string; jumlah: string | number | null }[]) =>
  new Map(rows.map(({ periode, jumlah }) => [periode, Number(jumlah)]))

export const trendCalls: Pick<Handlers, 'trend'> = {
  trend: async ({ reader: db, actor }, _, { gedung_id }) => {
    const today = currentDay().slice(0, 7)
    const months = Array.from({ length: trendMonths }, (_, i) =>
      addMonths(today, i + 1 - trendMonths),
    )
    const [from, to] = [firstDay(addMonths(today, 1 - trendMonths)), lastDay(today)]
    const outlet = gedung_id === undefined ? always : sql<boolean>`gedung_id = ${Number(gedung_id)}`
    const readBilled = () =>
      db
        .selectFrom('billing')
        .select(({ fn }) => [
          monthOf('tanggal_terbit').as('periode'),
          fn.sum<number>('total').as('jumlah'),
        ])
        .where('status', '=', BillingStatus.terbit)
        .where('void_at', 'is', null)
        .where(isCounted(sql.ref('sumber')))
        .where('tanggal_terbit', '>=', from)
        .where('tanggal_terbit', '<=', to)
        .where(billingScope(actor) ?? always)
        .where(outlet)
        .groupBy(monthOf('tanggal_terbit'))
        .execute()
    const readReceived = () =>
      db
        .selectFrom('billing_payment')
        .select(({ fn }) => [
          monthOf('tanggal').as('periode'),
          fn.sum<number>('jumlah').as('jumlah'),
        ])
        .where('void_at', 'is', null)
        .where('tanggal', '>=', from)
        .where('tanggal', '<=', to)
        .where(paymentScope(actor) ?? always)
        .where(outlet)
        .groupBy(monthOf('tanggal'))
        .execute()
    const billed = allows(actor, 'billing/index') ? byMonth(await readBilled()) : null
    const received = allows(actor, 'billing-payment/index') ? byMonth(await readReceived()) : null
    return months.map((periode) => ({
      periode,
      ditagih: billed && (billed.get(periode) ?? 0),
      diterima: received && (received.get(periode) ?? 0),
    }))
  },
}
