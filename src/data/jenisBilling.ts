import { jenisBilling } from '#contract/billing/jenisBilling.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const JenisBillings = createHooks(jenisBilling)
