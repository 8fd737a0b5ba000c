import { produkJasa } from '#contract/catalog/produkJasa.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const ProdukJasas = createHooks(produkJasa)
