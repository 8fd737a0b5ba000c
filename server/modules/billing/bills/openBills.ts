/** Reads the sums of the open bills of payers. */
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { billingScope, open, pastDue } from '#server/modules/billing/bills/scope.ts'

/**
 * Returns totals of the open bills in the actor's scope, by payer: the number and the unpaid amount
 * in rupiah of all open bills, the number and the unpaid amount of the overdue bills, and the
 * earliest due date. Omits payers without open bills.
 */
export const readOpenBills = async (db: Db | Trx, actor: Actor, payers: readonly number[]) => {
  const late = sql`case when ${pastDue()} then 1 else 0 end`
  const rows = await db
    .selectFrom('billing')
    .select((eb) => [
      'akun_billing_id',
      eb.fn.countAll<number>().as('jumlah'),
      eb.fn.sum<number>('sisa').as('sisa'),
      sql<number>`sum(${late})`.as('lewat_tempo'),
      sql<number>`sum(${late} * billing.sisa)`.as('sisa_lewat_tempo'),
      eb.fn.min('jatuh_tempo').as('jatuh_tempo'),
    ])
    .where('akun_billing_id', 'in', payers)
    .where(open)
    .where(billingScope(actor) ?? sql<boolean>`1 = 1`)
    .groupBy('akun_billing_id')
    .execute()
  return new Map(
    rows.map(({ akun_billing_id, jumlah, sisa, lewat_tempo, sisa_lewat_tempo, jatuh_tempo }) => [
      akun_billing_id,
      {
        jumlah: Number(jumlah),
        sisa: Number(sisa),
        lewat_tempo: Number(lewat_tempo),
        sisa_lewat_tempo: Number(sisa_lewat_tempo),
        jatuh_tempo,
      },
    ]),
  )
}
