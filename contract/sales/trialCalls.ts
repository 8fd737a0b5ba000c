/** Call that checks a trial lesson of a lead (domain.md 2.3, 3.8). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { reference } from '#contract/fields.ts'
import { trialPlace } from '#contract/sales/trialPlace.ts'
import { Alternatif, Konflik } from '#contract/schedule/conflictCalls.ts'

/**
 * Returns the conflicts that a trial lesson of the lead would have, and alternative times. The
 * input gives the course, coach, room and time of the trial lesson. If the lead already has an
 * upcoming trial lesson, the call checks a move of the upcoming lesson. Stores nothing.
 */
export const examineTrial = call({
  method: 'POST',
  path: '/lead/periksa-trial',
  access: 'lead/trial',
  input: { lead_id: reference('Lead', 'lead'), ...trialPlace() },
  output: z.object({ konflik: z.array(Konflik), alternatif: z.array(Alternatif) }),
})
