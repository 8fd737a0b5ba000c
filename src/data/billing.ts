import { billing } from '#contract/resources/billing.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const Billings = createHooks(billing)
