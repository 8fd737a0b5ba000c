import { pelatihLibur } from '#contract/schedule/pelatihLibur.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const PelatihLiburs = createHooks(pelatihLibur)
