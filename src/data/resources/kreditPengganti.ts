import { kreditPengganti } from '#contract/schedule/kreditPengganti.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const KreditPenggantis = createHooks(kreditPengganti)
