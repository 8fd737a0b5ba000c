import { konfirmasiPembayaran } from '#contract/billing/konfirmasiPembayaran.ts'
import { createHooks, queueLength } from '#src/data/createHooks.ts'

export const KonfirmasiPembayarans = createHooks(konfirmasiPembayaran)
/** Those that wait, in the order in which they came. */
export const confirmationQueue = KonfirmasiPembayarans.queries.list({
  status: 'menunggu',
  sort: 'created_at',
  'per-page': queueLength,
})
