/**
 * Checks whether a reminder may be sent, and stores the result after it was sent (domain.md 3.12).
 */
import { sql } from 'kysely'
import type { Settings } from '#contract/settings/settings.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { conflict, notFound } from '#server/errors.ts'
import { now } from '#server/http/context.ts'
import { clockAt, isHour, isPaused } from '#server/modules/billing/pengingat/steps.ts'
import type { SharedBill } from '#server/modules/billing/share/messages.ts'

/**
 * Throws 409 if a reminder must not be sent now: it was already sent or dropped, its bill is paid
 * in full, a confirmation pauses it, or the outlet is outside the sending hours. Throws 404 if the
 * bill has no reminder with this id.
 */
export const checkReminder = async (
  trx: Trx,
  id: number,
  bill: SharedBill,
  { settings, at }: { settings: Settings; at: number },
): Promise<void> => {
  const row = await trx
    .selectFrom('pengingat')
    .select('status')
    .select(isPaused(sql`pengingat.billing_id`, at).as('tertahan'))
    .where('id', '=', id)
    .where('billing_id', '=', bill.id)
    .executeTakeFirst()
  if (!row) throw notFound('Pengingat')
  if (row.status !== 'menunggu') throw conflict('Pengingat ini sudah selesai')
  if (bill.sisa === 0) throw conflict(`Tagihan ${bill.nomor} sudah lunas`)
  if (row.tertahan)
    throw conflict('Keluarga ini sudah mengonfirmasi pembayaran. Periksa konfirmasinya dahulu.')
  if (!isHour(settings, bill.zona_waktu, at))
    throw conflict(
      `Di outlet ini pukul ${clockAt(bill.zona_waktu, at)}. Pengingat dikirim antara pukul ${settings.pengingat_dari} dan ${settings.pengingat_sampai}.`,
    )
}

/**
 * Marks a reminder as sent by the message `pesan_id`. `by` is null if the server sent the message.
 */
export const settleReminder = async (
  trx: Trx,
  id: number,
  pesan_id: number,
  by: number | null,
): Promise<void> => {
  const [status, time] = ['terkirim' as const, now()]
  await trx
    .updateTable('pengingat')
    .set((eb) => ({
      status,
      pesan_id,
      selesai_at: time,
      selesai_oleh: by,
      versi: eb('versi', '+', 1),
      updated_at: time,
      updated_by: by,
    }))
    .where('id', '=', id)
    .execute()
}

/**
 * Stores whether mails were sent. If a mail failed, returns its reminder to the queue for manual
 * sending, because the server does not retry.
 */
export const storeMailResults = async (
  db: Db | Trx,
  ids: readonly number[],
  sent: boolean,
): Promise<void> => {
  if (ids.length === 0) return
  await db
    .updateTable('pesan_keluar')
    .set({ status: sent ? 'terkirim' : 'gagal' })
    .where('id', 'in', ids)
    .execute()
  if (sent) return
  await db
    .updateTable('pengingat')
    .set((eb) => ({
      status: 'menunggu' as const,
      surat_id: eb.ref('pesan_id'),
      pesan_id: null,
      selesai_at: null,
      selesai_oleh: null,
    }))
    .where('pesan_id', 'in', ids)
    // Skips the reminder if a reminder of a later step was queued for its bill in the meantime.
    // That reminder is sent instead.
    .where(
      sql<boolean>`not exists (select 1 from pengingat o where o.billing_id = pengingat.billing_id and o.status = 'menunggu')`,
    )
    .execute()
}
