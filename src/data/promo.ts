import { promo } from '#contract/resources/promo.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const Promos = createHooks(promo)
