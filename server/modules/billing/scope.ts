/**
 * Which bills an actor may see, and which are overdue: for bills themselves and for what is summed
 * of them elsewhere.
 */
import { sql, type SqlBool } from 'kysely'
import { BillingStatus, PaymentStatus, RoleId } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Actor } from '#server/http/context.ts'
import { byRole, outlets, salesPayers } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/conditions.ts'

export const billingScope = (actor: Actor): Condition | undefined =>
  byRole(actor, {
    [RoleId.admin]: sql`billing.gedung_id in (${outlets(actor)})`,
    [RoleId.sales]: sql`(billing.akun_billing_id in (${salesPayers(actor)}) or billing.id in (select i.billing_id from billing_item i join "user" s on s.id = i.peserta_id where s.sales_id = ${actor.id}))`,
    [RoleId.akunBilling]: sql`(billing.akun_billing_id = ${actor.id} and billing.status = ${sql.lit(BillingStatus.terbit)})`,
  })
/**
 * Due before today: the outlet's own day, which is the same everywhere but for two hours around
 * midnight.
 */
export const pastDue = (): Condition => {
  const [wib, wita, wit] = [
    currentDay('Asia/Jakarta'),
    currentDay('Asia/Makassar'),
    currentDay('Asia/Jayapura'),
  ]
  const own =
    wib === wit
      ? sql``
      : sql` and billing.jatuh_tempo < case (select g.zona_waktu from gedung g where g.id = billing.gedung_id) when 'Asia/Jayapura' then ${wit} when 'Asia/Makassar' then ${wita} else ${wib} end`
  return sql<SqlBool>`billing.jatuh_tempo < ${wit}${own}`
}
/** Published, not void, not paid. */
export const open = sql<SqlBool>`billing.status = ${sql.lit(BillingStatus.terbit)} and billing.void_at is null and billing.payment_status in (${sql.lit(PaymentStatus.belum)}, ${sql.lit(PaymentStatus.sebagian)})`
export const overdue = (): Condition => sql<SqlBool>`${open} and ${pastDue()}`
