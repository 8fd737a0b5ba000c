import { konfirmasiPembayaran } from '#contract/billing/konfirmasi/konfirmasiPembayaran.ts'
import { createHooks, queueLength } from '#src/data/api/createHooks.ts'

export const KonfirmasiPembayarans = createHooks(konfirmasiPembayaran)
/** Payment confirmations that wait for a review, in the order of arrival. */
export const confirmationQueue = KonfirmasiPembayarans.queries.list({
  status: 'menunggu',
  sort: 'created_at',
  'per-page': queueLength,
})
