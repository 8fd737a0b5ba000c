import { pertemuan } from '#contract/schedule/pertemuan.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const Pertemuans = createHooks(pertemuan)
