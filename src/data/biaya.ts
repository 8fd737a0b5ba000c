import { biaya } from '#contract/resources/biaya.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const Biayas = createHooks(biaya)
