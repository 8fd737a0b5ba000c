import { lead } from '#contract/sales/lead.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const Leads = createHooks(lead)
