import { kursus, kursusHarga } from '#contract/catalog/kursus.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const Kursuses = createHooks(kursus)
export const KursusHargas = createHooks(kursusHarga)
