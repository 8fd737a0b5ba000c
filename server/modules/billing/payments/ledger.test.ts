/** The payment status in SQL, which `deriveBills` stores, against the rule of the contract. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentStatusOf } from '#contract/billing/rules/paymentStatus.ts'
import { BillingStatus } from '#contract/enums.ts'
import { openApi, type TestApi } from '#mocks/api/api.ts'
import { paymentStatusFor } from '#server/modules/billing/payments/ledger.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

test('gives a bill the same payment status as the rule of the contract', async () => {
  const amounts = [0, 1, 2, 99_999, 100_000]
  const bills = BillingStatus.options.flatMap(({ value: status }) =>
    amounts.flatMap((total) => amounts.map((terbayar) => ({ status, total, terbayar }))),
  )
  const values = bills.map(
    (b) => sql`(${sql.lit(b.status)}, ${sql.lit(b.total)}, ${sql.lit(b.terbayar)})`,
  )
  const { rows } = await sql<{
    status: number
    total: number
    terbayar: number
    bayar: number
  }>`with billing(status, total, terbayar) as (values ${sql.join(values)})
    select status, total, terbayar, ${paymentStatusFor(sql`billing.terbayar`)} as bayar from billing`.execute(
    api.db,
  )
  expect(rows).toHaveLength(bills.length)
  expect(rows.map((row) => row.bayar)).toEqual(rows.map(paymentStatusOf))
})
