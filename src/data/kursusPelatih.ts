import { kursusPelatih } from '#contract/resources/kursusPelatih.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const KursusPelatihs = createHooks(kursusPelatih)
