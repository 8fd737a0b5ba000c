import { mutasiBank } from '#contract/billing/mutasiBank/mutasiBank.ts'
import { createHooks, queueLength } from '#src/data/api/createHooks.ts'

export const MutasiBanks = createHooks(mutasiBank)
/** Unmatched statement lines of incoming money, oldest first. */
export const lineQueue = MutasiBanks.queries.list({
  status: 'belum',
  arah: 'masuk',
  sort: 'tanggal',
  'per-page': queueLength,
})
