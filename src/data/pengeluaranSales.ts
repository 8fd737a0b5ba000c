import { pengeluaranSales } from '#contract/sales/pengeluaranSales.ts'
import { createHooks } from '#src/data/createHooks.ts'

export const PengeluaranSales = createHooks(pengeluaranSales)
