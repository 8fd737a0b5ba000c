import { billing } from '#contract/billing/billing.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const Billings = createHooks(billing)
