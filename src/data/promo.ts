import { promo } from '#contract/billing/promo.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const Promos = createHooks(promo)
