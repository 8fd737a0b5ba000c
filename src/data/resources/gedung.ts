import { gedung } from '#contract/catalog/gedung.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const Gedungs = createHooks(gedung)
