import { pengeluaranSales } from '#contract/sales/pengeluaranSales.ts'
import { createHooks } from '#src/data/api/createHooks.ts'

export const PengeluaranSales = createHooks(pengeluaranSales)
