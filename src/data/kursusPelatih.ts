import { kursusPelatih } from '#contract/schedule/kursusPelatih.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const KursusPelatihs = createHooks(kursusPelatih)
