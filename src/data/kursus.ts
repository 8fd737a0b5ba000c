import { kursus, kursusHarga } from '#contract/resources/kursus.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const Kursuses = createHooks(kursus)
export const KursusHargas = createHooks(kursusHarga)
