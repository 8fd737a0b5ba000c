import { biaya } from '#contract/catalog/biaya.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const Biayas = createHooks(biaya)
