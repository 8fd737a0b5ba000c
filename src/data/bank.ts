import { bank } from '#contract/resources/bank.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const Banks = createHooks(bank)
