import { tutupKas } from '#contract/billing/tutupKas.ts'
import { openTills, previewClosing } from '#contract/billing/tutupKasCalls.ts'
import { createCall } from '#src/data/api/createCall.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const TutupKas = createHooks(tutupKas)
export const PreviewClosing = createCall(previewClosing)
export const OpenTills = createCall(openTills)
