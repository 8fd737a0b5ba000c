/** Call that reads the letterhead of an outlet. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { letterheadFields } from '#contract/catalog/outletHead.ts'
import { idText } from '#contract/fields.ts'

/**
 * Returns the letterhead of an outlet. The call is allowed for every user who may choose the outlet
 * in a picker, because these users print documents of the outlet. Only admins may read the other
 * data of an outlet.
 */
export const letterhead = call({
  method: 'GET',
  path: '/gedung/kop',
  access: 'gedung/pilihan',
  query: { gedung_id: idText('Outlet tidak dikenal') },
  output: z.object(letterheadFields),
})
