/** Call that computes coach pay (domain.md 2.5). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { moneyMonth, optional, reference } from '#contract/fields.ts'

/**
 * Creates the draft payslips of a month for all coaches with pay, and recomputes existing drafts.
 * Covers the outlet `gedung_id`; without `gedung_id`, all outlets to which the caller has access.
 */
export const hitungHonor = call({
  method: 'POST',
  path: '/honor-periode/hitung',
  access: 'honor-periode/hitung',
  input: { periode: moneyMonth(), gedung_id: optional(reference('Outlet', 'gedung')) },
  output: z.object({ dibuat: z.int(), diperbarui: z.int() }),
})
