import { konfirmasiPembayaran } from '#contract/billing/konfirmasiPembayaran.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const KonfirmasiPembayarans = createHooks(konfirmasiPembayaran)
