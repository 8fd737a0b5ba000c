/** What passed over an outlet's counter changes no more once its day is closed (domain.md 3.17). */
import { isAtCounter } from '#contract/billing/rules/till.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict } from '#server/errors.ts'

/** Money that is received or paid out: where, on which day, and how. */
interface Moved {
  gedung_id: number
  tanggal: string
  metode: number
}

/**
 * Refuses to receive, change, void or pay out money of a day that is closed. Stands in the
 * transaction that writes it, so that a closing and a payment of the same moment do not miss each
 * other. Throws 409.
 */
export const checkTillOpen = async (
  trx: Trx,
  { gedung_id, tanggal, metode }: Moved,
): Promise<void> => {
  if (!isAtCounter(metode)) return
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
