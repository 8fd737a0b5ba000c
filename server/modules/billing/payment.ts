import { sql, type SqlBool } from 'kysely'
import { billingPayment } from '#contract/billing/billingPayment.ts'
import { RoleId } from '#contract/enums.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict } from '#server/errors.ts'
import { now } from '#server/http/context.ts'
import { checkBookOpen } from '#server/modules/billing/closedMonth.ts'
import { addMutation, deriveBills } from '#server/modules/billing/ledger.ts'
import {
  bookPayment,
  planPayment,
  type PaymentPlan,
} from '#server/modules/billing/receivePayment.ts'
import { byRole, outlets, salesPayers } from '#server/modules/scope.ts'
import { module, type Stored } from '#server/resource/module.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Voids a payment: its bills are open again, and what it had put into the saldo goes. Throws 409
 * for one that is void, in a locked month, or whose saldo has been used.
 */
const voidPayment = async (
  trx: Trx,
  payment: Stored<typeof billingPayment>,
  alasan: string,
  by: number,
): Promise<void> => {
  if (payment.void_at) throw conflict('Pembayaran sudah dibatalkan')
  checkBookOpen(await readSettings(trx), payment.tanggal)
  const time = now()
  const live = await trx
    .updateTable('billing_payment_alokasi')
    .set({ void_at: time })
    .where('payment_id', '=', payment.id)
    .where('void_at', 'is', null)
    .returning('billing_id')
    .execute()
  await trx
    .updateTable('billing_payment')
    .set({
      void_at: time,
      void_by: by,
      void_alasan: alasan,
      versi: payment.versi + 1,
      updated_at: time,
      updated_by: by,
    })
    .where('id', '=', payment.id)
    .execute()
  if (payment.ke_saldo > 0)
    await addMutation(trx, {
      akun_billing_id: payment.akun_billing_id,
      jenis: 'batal',
      jumlah: -payment.ke_saldo,
      keterangan: `Pembatalan ${payment.nomor}`,
      payment_id: payment.id,
      by: by,
    })
  await deriveBills(
    trx,
    live.map((a) => a.billing_id),
    by,
  )
}

export const billingPaymentModule = module(billingPayment, {
  large: true,
  counter: true,
  scope: (actor) =>
    byRole(actor, {
      [RoleId.admin]: sql`(billing_payment.gedung_id in (${outlets(actor)}) and not exists (select 1 from billing_payment_alokasi a join billing b on b.id = a.billing_id where a.payment_id = billing_payment.id and b.gedung_id not in (${outlets(actor)})))`,
      [RoleId.sales]: sql`billing_payment.akun_billing_id in (${salesPayers(actor)})`,
      [RoleId.akunBilling]: sql`billing_payment.akun_billing_id = ${actor.id}`,
    }),
  filters: {
    batal: (batal) =>
      batal
        ? sql<SqlBool>`billing_payment.void_at is not null`
        : sql<SqlBool>`billing_payment.void_at is null`,
    billing_id: (id) =>
      sql<SqlBool>`billing_payment.id in (select a.payment_id from billing_payment_alokasi a where a.billing_id = ${id})`,
  },
  plan: async ({ trx, ctx, input, current }): Promise<PaymentPlan> => {
    if (!current) return planPayment(trx, ctx, input)
    if (current.void_at) throw conflict('Pembayaran sudah dibatalkan')
    return { columns: { pembayar_nama: input.pembayar_nama ?? current.pembayar_nama } }
  },
  after: async ({ trx, ctx, input, id, plan: { received } }) => {
    if (received) await bookPayment(trx, { ...input, id }, received, ctx.actor.id)
  },
  actions: {
    batalkan: ({ trx, ctx, row, input }) => voidPayment(trx, row, input.alasan, ctx.actor.id),
  },
})
