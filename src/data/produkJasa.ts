import { produkJasa } from '#contract/resources/produkJasa.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const ProdukJasas = createHooks(produkJasa)
