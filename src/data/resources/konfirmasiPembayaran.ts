import { konfirmasiPembayaran } from '#contract/billing/konfirmasi/konfirmasiPembayaran.ts'
import { createHooks, queueLength } from '#src/data/api/createHooks.ts'

export const KonfirmasiPembayarans = createHooks(konfirmasiPembayaran)
/** Query of the payment confirmations that wait for review, oldest first. */
export const confirmationQueue = KonfirmasiPembayarans.queries.list({
  status: 'menunggu',
  sort: 'created_at',
  'per-page': queueLength,
})
