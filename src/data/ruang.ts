import { ruang } from '#contract/resources/ruang.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const Ruangs = createHooks(ruang)
