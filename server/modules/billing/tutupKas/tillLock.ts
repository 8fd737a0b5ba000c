/**
 * Prevents changes of the payments at the counter of an outlet on a day whose cash is closed
 * (domain.md 3.17).
 */
import { methodProperties } from '#contract/billing/rules/paymentMethod.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'

/** Outlet, day and method of a payment or payout. */
interface CounterMovement {
  gedung_id: number
  tanggal: string
  metode: number
}

/**
 * Throws 409 if a payment or payout at the counter is on a day whose cash is closed. Must run in
 * the transaction that writes the payment or payout. Otherwise, a concurrent closing could miss the
 * new row.
 */
export const checkTillOpen = async (
  trx: Trx,
  { gedung_id, tanggal, metode }: CounterMovement,
): Promise<void> => {
  if (!methodProperties(metode).isAtCounter) return
  const closing = await trx
    .selectFrom('tutup_kas')
    .innerJoin('gedung', 'gedung.id', 'tutup_kas.gedung_id')
    .innerJoin('user', 'user.id', 'tutup_kas.ditutup_oleh')
    .select(['gedung.nama', 'tutup_kas.tanggal', 'user.name'])
    .where('tutup_kas.gedung_id', '=', gedung_id)
    .where('tutup_kas.tanggal', '>=', tanggal)
    .where('tutup_kas.dibuka_at', 'is', null)
    .orderBy('tutup_kas.tanggal', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (closing)
    throw conflict(
      `Kas ${closing.nama} sudah ditutup sampai ${formatTanggal(closing.tanggal)} oleh ${closing.name}. Uang tunai dan kartu bertanggal itu tidak dicatat, diubah, atau dibatalkan lagi, kecuali tutup kasnya dibuka kembali.`,
    )
}
