import { user } from '#contract/resources/user.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const Users = createHooks(user)
