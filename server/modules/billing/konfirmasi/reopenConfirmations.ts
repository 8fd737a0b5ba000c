/** Sets a confirmation back to waiting when its payment is voided (domain.md 2.5). */
import type { Trx } from '#server/db/schema/tables.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { auditEvent } from '#server/resource/auditLog.ts'

/**
 * Sets the confirmation of a voided payment back to waiting. Does nothing for a payment without a
 * confirmation.
 */
export const returnConfirmation = async (
  trx: Trx,
  ctx: Ctx,
  payment: { id: number; konfirmasi_id: number | null; nomor: string },
  alasan: string,
): Promise<void> => {
  if (payment.konfirmasi_id === null) return
  const returned = await trx
    .updateTable('konfirmasi_pembayaran')
    .set((eb) => ({
      status: 'menunggu',
      ditinjau_oleh: null,
      ditinjau_at: null,
      payment_id: null,
      versi: eb('versi', '+', 1),
      updated_at: now(),
      updated_by: ctx.actor.id,
    }))
    .where('id', '=', payment.konfirmasi_id)
    .where('payment_id', '=', payment.id)
    .returning('gedung_id')
    .executeTakeFirst()
  if (!returned) return
  await auditEvent(trx, ctx, {
    aksi: 'tinjau-ulang',
    entitas: 'konfirmasi-pembayaran',
    entitas_id: payment.konfirmasi_id,
    gedung_id: returned.gedung_id,
    sebelum: JSON.stringify({ status: 'disetujui', payment_id: payment.id }),
    sesudah: JSON.stringify({ status: 'menunggu', payment_id: null }),
    alasan,
  })
}
