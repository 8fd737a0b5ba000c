import { kreditPengganti } from '#contract/schedule/kreditPengganti.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const KreditPenggantis = createHooks(kreditPengganti)
