import { ruang } from '#contract/catalog/ruang.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const Ruangs = createHooks(ruang)
