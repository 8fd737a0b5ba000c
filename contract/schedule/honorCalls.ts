/** Calls around coaches' honours (domain.md 2.5). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { moneyMonth, optional, reference } from '#contract/fields.ts'

/**
 * Makes the drafts of a month for whoever has something to be paid, and computes those that there
 * are anew: at one outlet, or at all that the caller has.
 */
export const hitungHonor = call({
  method: 'POST',
  path: '/honor-periode/hitung',
  access: 'honor-periode/hitung',
  input: { periode: moneyMonth(), gedung_id: optional(reference('Outlet', 'gedung')) },
  output: z.object({ dibuat: z.int(), diperbarui: z.int() }),
})
