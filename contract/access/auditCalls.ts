/** Call with which the app logs a route that the user may not open. */
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
