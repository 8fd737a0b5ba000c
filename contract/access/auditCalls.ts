/** Call that writes to the audit log when a user tries to open a page without permission. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { shortText } from '#contract/fields.ts'

export const refusedRoute = call({
  method: 'POST',
  path: '/audit/rute-ditolak',
  access: 'session',
  input: { route: shortText('Route', { max: 200 }) },
  output: z.object({}),
})
