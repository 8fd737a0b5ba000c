import { pengingat } from '#contract/billing/pengingat/pengingat.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const Pengingats = createHooks(pengingat)
