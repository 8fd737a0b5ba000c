import { kategoriKursus } from '#contract/resources/kategoriKursus.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const KategoriKursuses = createHooks(kategoriKursus)
