import { kursusPelatih } from '#contract/schedule/kursusPelatih.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const KursusPelatihs = createHooks(kursusPelatih)
