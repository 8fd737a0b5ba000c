import { hitungHonor } from '#contract/schedule/honorCalls.ts'
import { honorPeriode } from '#contract/schedule/honorPeriode.ts'
import { tarifHonor } from '#contract/schedule/tarifHonor.ts'
import { createCall } from '#src/data/api/createCall.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const HonorPeriodes = createHooks(honorPeriode)
export const TarifHonors = createHooks(tarifHonor)
export const HitungHonor = createCall(hitungHonor, { touches: ['honor-periode'] })
