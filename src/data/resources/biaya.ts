import { biaya } from '#contract/catalog/biaya.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const Biayas = createHooks(biaya)
