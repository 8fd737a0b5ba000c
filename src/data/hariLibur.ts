import { hariLibur } from '#contract/resources/hariLibur.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const HariLiburs = createHooks(hariLibur)
