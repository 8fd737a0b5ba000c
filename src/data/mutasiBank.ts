import { mutasiBank } from '#contract/billing/mutasiBank.ts'
import { createHooks, queueLength } from '#src/data/createHooks.ts'

export const MutasiBanks = createHooks(mutasiBank)
/** Lines of money that came in and that nobody has explained, oldest first. */
export const lineQueue = MutasiBanks.queries.list({
  status: 'belum',
  arah: 'masuk',
  sort: 'tanggal',
  'per-page': queueLength,
})
