/** The call that reads the letterhead of an outlet. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { letterheadFields } from '#contract/catalog/outletHead.ts'
import { idText } from '#contract/fields.ts'

/**
 * The letterhead of an outlet, for all who may choose it: they print papers of it, though only
 * admins open its record.
 */
export const letterhead = call({
  method: 'GET',
  path: '/gedung/kop',
  access: 'gedung/pilihan',
  query: { gedung_id: idText('Outlet tidak dikenal') },
  output: z.object(letterheadFields),
})
