import type { ReportName } from '#contract/report/reports.ts'
import { labaRugiReport } from '#server/modules/report/figures/labaRugi.ts'
import { pendapatanReport } from '#server/modules/report/figures/pendapatan.ts'
import { pengeluaranReport } from '#server/modules/report/figures/pengeluaran.ts'
import { performaSalesReport } from '#server/modules/report/figures/performaSales.ts'
import { piutangReport } from '#server/modules/report/figures/piutang.ts'
import type { ReportModule } from '#server/modules/report/module.ts'

/** Server parts of all reports, by name. */
export const reportModules: Readonly<Record<ReportName, ReportModule>> = {
  pendapatan: pendapatanReport,
  piutang: piutangReport,
  pengeluaran: pengeluaranReport,
  'laba-rugi': labaRugiReport,
  'performa-sales': performaSalesReport,
}
