import { gedung } from '#contract/catalog/gedung.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const Gedungs = createHooks(gedung)
