import { mutasiBank } from '#contract/billing/mutasiBank/mutasiBank.ts'
import { createHooks, queueLength } from '#src/data/api/createHooks.ts'

export const MutasiBanks = createHooks(mutasiBank)
/** Query of the unmatched statement lines of incoming money, oldest first. */
export const lineQueue = MutasiBanks.queries.list({
  status: 'belum',
  arah: 'masuk',
  sort: 'tanggal',
  'per-page': queueLength,
})
