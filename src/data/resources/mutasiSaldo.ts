import { mutasiSaldo } from '#contract/billing/mutasiSaldo.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const MutasiSaldos = createHooks(mutasiSaldo)
