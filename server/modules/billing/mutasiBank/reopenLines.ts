/** Sets a statement line back to unmatched when its payment is voided (domain.md 2.5). */
import type { Trx } from '#server/db/schema/tables.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { auditEvent } from '#server/resource/auditLog.ts'

/**
 * Sets the statement line of a voided payment back to unmatched. Does nothing if the payment has no
 * statement line.
 */
export const releaseLine = async (
  trx: Trx,
  ctx: Ctx,
  payment: { id: number },
  alasan: string,
): Promise<void> => {
  const returned = await trx
    .updateTable('mutasi_bank')
    .set((eb) => ({
      status: 'belum',
      payment_id: null,
      dibukukan: 0,
      dicocokkan_oleh: null,
      dicocokkan_at: null,
      versi: eb('versi', '+', 1),
      updated_at: now(),
      updated_by: ctx.actor.id,
    }))
    .where('payment_id', '=', payment.id)
    .returning('id')
    .executeTakeFirst()
  if (!returned) return
  await auditEvent(trx, ctx, {
    aksi: 'tinjau-ulang',
    entitas: 'mutasi-bank',
    entitas_id: returned.id,
    sebelum: JSON.stringify({ status: 'cocok', payment_id: payment.id }),
    sesudah: JSON.stringify({ status: 'belum', payment_id: null }),
    alasan,
  })
}
