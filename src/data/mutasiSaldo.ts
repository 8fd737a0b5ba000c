import { mutasiSaldo } from '#contract/billing/mutasiSaldo.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const MutasiSaldos = createHooks(mutasiSaldo)
