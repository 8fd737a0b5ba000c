import { user } from '#contract/access/user.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const Users = createHooks(user)
