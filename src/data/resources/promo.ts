import { promo } from '#contract/billing/promo.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const Promos = createHooks(promo)
