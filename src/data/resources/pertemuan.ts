import { pertemuan } from '#contract/schedule/pertemuan.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const Pertemuans = createHooks(pertemuan)
