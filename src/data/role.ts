import { access, audit, role } from '#contract/resources/role.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const Roles = createHooks(role)
export const Accesses = createHooks(access)
export const Audits = createHooks(audit)
