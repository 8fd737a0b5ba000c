import { bank } from '#contract/billing/bank.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const Banks = createHooks(bank)
