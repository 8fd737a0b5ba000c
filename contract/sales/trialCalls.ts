/** Calls of trial lessons for leads (domain.md 2.3, 3.8). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { reference } from '#contract/fields.ts'
import { trialPlace } from '#contract/sales/trialPlace.ts'
import { Alternatif, Konflik } from '#contract/schedule/conflictCalls.ts'

/** Returns conflicts of a trial, or of moving the planned trial. Writes nothing. */
export const examineTrial = call({
  method: 'POST',
  path: '/lead/periksa-trial',
  access: 'lead/trial',
  input: { lead_id: reference('Lead', 'lead'), ...trialPlace() },
  output: z.object({ konflik: z.array(Konflik), alternatif: z.array(Alternatif) }),
})
