import { kategoriKursus } from '#contract/catalog/kategoriKursus.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const KategoriKursuses = createHooks(kategoriKursus)
