/** Call with the trend of billed and received amounts, which the dashboard draws. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { idText } from '#contract/fields.ts'

/**
 * Returns the amounts billed and received in each of the last months (`trendMonths`), in rupiah. An
 * amount is null without the access code of its list.
 */
export const trend = call({
  method: 'GET',
  path: '/dashboard/tren',
  access: 'dashboard',
  query: { gedung_id: z.optional(idText('Outlet tidak dikenal')) },
  output: z.array(
    z.object({
      /** Month, `YYYY-MM`. */
      periode: z.string(),
      /** Sum of the bills published in the month, without void ones. */
      ditagih: z.nullable(z.int()),
      /** Sum of the payments received in the month, without void ones. */
      diterima: z.nullable(z.int()),
    }),
  ),
})
