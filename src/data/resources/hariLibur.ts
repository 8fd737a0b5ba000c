import { hariLibur } from '#contract/catalog/hariLibur.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const HariLiburs = createHooks(hariLibur)
