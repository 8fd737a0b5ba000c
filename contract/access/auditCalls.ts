/**
 * Call with which the app reports that a user tried to open a page without permission. The server
 * writes the attempt to the audit log.
 */
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
