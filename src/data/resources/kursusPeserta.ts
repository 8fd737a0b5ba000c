import { kursusPeserta } from '#contract/schedule/kursusPeserta.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const KursusPesertas = createHooks(kursusPeserta)
