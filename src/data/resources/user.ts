import { user } from '#contract/access/user.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const Users = createHooks(user)
