import { kursusPeserta } from '#contract/schedule/kursusPeserta.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const KursusPesertas = createHooks(kursusPeserta)
