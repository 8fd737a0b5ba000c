/** `Kunci buku`: what is dated in a closed month changes no more. */
import type { Settings } from '#contract/settings/settings.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'
import { conflict } from '#server/errors.ts'

/** Refuses a date in a locked month (domain.md 3.6). Throws 409. */
export const checkBookOpen = (settings: Settings, tanggal: string): void => {
  if (settings.kunci_buku_sampai && tanggal <= settings.kunci_buku_sampai)
    throw conflict(
      `Buku sudah dikunci sampai ${formatTanggal(settings.kunci_buku_sampai)}. Catat koreksi dengan tanggal sesudahnya.`,
    )
}
