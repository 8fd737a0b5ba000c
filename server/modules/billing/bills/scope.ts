/**
 * Row scope of bills, receipts and ledger entries, and the conditions for open and overdue bills.
 * Other modules use these conditions for sums over bills.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { incomeSources } from '#contract/billing/rules/billSource.ts'
import { BillingStatus, PaymentStatus } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Actor } from '#server/http/context.ts'
import { userScope } from '#server/modules/access/user/kinds.ts'
import { byRole, outlets, salesPayers, seesAllOutlets } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

export const billingScope = (actor: Actor): Condition | undefined =>
  byRole(actor, {
    admin: sql`billing.gedung_id in (${outlets(actor)})`,
    // `union all` instead of `or`: with `or`, PostgreSQL reads every bill of the school.
    sales: sql`billing.id in (select b.id from billing b where b.akun_billing_id in (${salesPayers(actor)}) union all select i.billing_id from billing_item i join "user" s on s.id = i.peserta_id where s.sales_id = ${actor.id})`,
    akunBilling: sql`(billing.akun_billing_id = ${actor.id} and billing.status = ${sql.lit(BillingStatus.terbit)})`,
  })
/**
 * Row scope of receipts. Admins see the receipts of their outlets, except receipts that also pay a
 * bill of another outlet. Sales persons see the receipts of their families. Payers see their own
 * receipts.
 */
export const paymentScope = (actor: Actor): Condition | undefined =>
  byRole(actor, {
    admin: sql`(billing_payment.gedung_id in (${outlets(actor)}) and not exists (select 1 from billing_payment_alokasi a join billing b on b.id = a.billing_id where a.payment_id = billing_payment.id and b.gedung_id not in (${outlets(actor)})))`,
    sales: sql`billing_payment.akun_billing_id in (${salesPayers(actor)})`,
    akunBilling: sql`billing_payment.akun_billing_id = ${actor.id}`,
  })
/**
 * Row scope of ledger entries: entries of visible payers, except entries about bills or receipts
 * that the actor does not see. The saldo shown to the actor is nevertheless the sum of all entries
 * of the payer.
 */
export const mutasiScope = (actor: Actor): Condition | undefined => {
  if (seesAllOutlets(actor)) return undefined
  const all = sql`1 = 1`
  return sql<SqlBool>`(mutasi_saldo.akun_billing_id in (select "user".id from "user" where ${userScope(actor) ?? all})
    and (mutasi_saldo.billing_id is null or mutasi_saldo.billing_id in (select billing.id from billing where ${billingScope(actor) ?? all}))
    and (mutasi_saldo.payment_id is null or mutasi_saldo.payment_id in (select billing_payment.id from billing_payment where ${paymentScope(actor) ?? all})))`
}
/**
 * Condition for bills whose due date is before today's date at the outlet of the bill. The time
 * zone of the outlet is read only in the hours in which the date differs between the three
 * Indonesian time zones.
 */
export const pastDue = (): Condition => {
  const [wib, wita, wit] = [
    currentDay('Asia/Jakarta'),
    currentDay('Asia/Makassar'),
    currentDay('Asia/Jayapura'),
  ]
  const zoneClause =
    wib === wit
      ? sql``
      : sql` and billing.jatuh_tempo < case (select g.zona_waktu from gedung g where g.id = billing.gedung_id) when 'Asia/Jayapura' then ${wit} when 'Asia/Makassar' then ${wita} else ${wib} end`
  return sql<SqlBool>`billing.jatuh_tempo < ${wit}${zoneClause}`
}
/** Condition for bills that are published, not void and not fully paid. */
export const open = sql<SqlBool>`billing.status = ${sql.lit(BillingStatus.terbit)} and billing.void_at is null and billing.payment_status in (${sql.lit(PaymentStatus.belum)}, ${sql.lit(PaymentStatus.sebagian)})`
export const overdue = (): Condition => sql<SqlBool>`${open} and ${pastDue()}`
/**
 * Condition for bills that are income when they are published. Opening bills are not, because the
 * old books have counted them. `sumber` is the column with the source of the bill.
 */
export const isCounted = (sumber: RawBuilder<unknown>): Condition =>
  sql<SqlBool>`${sumber} in (${sql.join(incomeSources.map((source) => sql.lit(source)))})`
