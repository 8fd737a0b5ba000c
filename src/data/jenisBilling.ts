import { jenisBilling } from '#contract/resources/jenisBilling.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const JenisBillings = createHooks(jenisBilling)
