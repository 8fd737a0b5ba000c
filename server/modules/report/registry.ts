import type { ReportName } from '#contract/report/reports.ts'
import { labaRugiReport } from '#server/modules/report/labaRugi.ts'
import type { ReportModule } from '#server/modules/report/module.ts'
import { pendapatanReport } from '#server/modules/report/pendapatan.ts'
import { pengeluaranReport } from '#server/modules/report/pengeluaran.ts'
import { performaSalesReport } from '#server/modules/report/performaSales.ts'
import { piutangReport } from '#server/modules/report/piutang.ts'

/** Server part of each report, by name. */
export const reportModules: Readonly<Record<ReportName, ReportModule>> = {
  pendapatan: pendapatanReport,
  piutang: piutangReport,
  pengeluaran: pengeluaranReport,
  'laba-rugi': labaRugiReport,
  'performa-sales': performaSalesReport,
}
