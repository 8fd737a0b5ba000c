import { gedung } from '#contract/resources/gedung.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const Gedungs = createHooks(gedung)
