import { pengingat } from '#contract/billing/pengingat.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const Pengingats = createHooks(pengingat)
