import { sql } from 'kysely'
import type { Actor } from '#server/http/context.ts'
import { byRole, outlets, salesPayers } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/**
 * Row scope of confirmations (domain.md section 4). Payers see their own confirmations. Sales
 * persons see the confirmations of their families. Admins see the confirmations of their outlets,
 * except confirmations that also cover a bill of another outlet.
 */
export const konfirmasiScope = (actor: Actor): Condition | undefined =>
  byRole(actor, {
    admin: sql`(konfirmasi_pembayaran.gedung_id in (${outlets(actor)}) and not exists (select 1 from konfirmasi_tagihan t join billing b on b.id = t.billing_id where t.konfirmasi_id = konfirmasi_pembayaran.id and b.gedung_id not in (${outlets(actor)})))`,
    sales: sql`konfirmasi_pembayaran.akun_billing_id in (${salesPayers(actor)})`,
    akunBilling: sql`konfirmasi_pembayaran.akun_billing_id = ${actor.id}`,
  })
