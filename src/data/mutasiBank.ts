import { mutasiBank } from '#contract/billing/mutasiBank.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const MutasiBanks = createHooks(mutasiBank)
