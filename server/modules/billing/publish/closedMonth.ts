/** Closed months (`kunci buku`): rows with a date in a closed month cannot be added or changed. */
import type { Settings } from '#contract/settings/settings.ts'
import { currentDay, formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'

/** Throws 409 for a date in a closed month (domain.md 3.6). */
export const checkBookOpen = (settings: Settings, tanggal: string): void => {
  if (settings.kunci_buku_sampai && tanggal <= settings.kunci_buku_sampai)
    throw conflict(
      `Buku sudah dikunci sampai ${formatTanggal(settings.kunci_buku_sampai)}. Catat koreksi dengan tanggal sesudahnya.`,
    )
}

/** Returns today's date in the time zone of an outlet. */
export const todayAt = async (trx: Trx, gedung_id: number): Promise<string> => {
  const { zona_waktu } = await trx
    .selectFrom('gedung')
    .select('zona_waktu')
    .where('id', '=', gedung_id)
    .executeTakeFirstOrThrow()
  return currentDay(zona_waktu)
}
