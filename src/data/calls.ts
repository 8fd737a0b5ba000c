/** The calls that are no entity's, ready to use. */
import { updatePassword } from '#contract/calls.ts'
import { createCall } from '#src/data/createCall.ts'

export const UpdatePassword = createCall(updatePassword)
