import { kursusPeserta } from '#contract/resources/kursusPeserta.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const KursusPesertas = createHooks(kursusPeserta)
