import { jenisBilling } from '#contract/billing/jenisBilling.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const JenisBillings = createHooks(jenisBilling)
