/** All reports with their calls, by name. */
import { labaRugi } from '#contract/report/labaRugi.ts'
import { pendapatan } from '#contract/report/pendapatan.ts'
import { pengeluaran } from '#contract/report/pengeluaran.ts'
import { performaSales } from '#contract/report/performaSales.ts'
import { piutang } from '#contract/report/piutang.ts'
import type { AnyReport } from '#contract/report/report.ts'

export const reports = {
  pendapatan,
  piutang,
  pengeluaran,
  'laba-rugi': labaRugi,
  'performa-sales': performaSales,
} as const satisfies Record<string, AnyReport>
export type ReportName = keyof typeof reports
/**
 * Names of the calls of a report: its lines (`baris`), the database rows that a figure sums or
 * counts (`rincian`), and its export as a file (`ekspor`).
 */
export type ReportVerb = 'baris' | 'rincian' | 'ekspor'
export type ReportCalls = {
  [
    K in `laporan/${ReportName}/${ReportVerb}`
  ]: K extends `${string}/${string}/${infer V extends ReportVerb}` ? AnyReport['calls'][V] : never
}
// The cast is needed because Object.fromEntries loses which name has which call type.
export const reportCalls = Object.fromEntries(
  Object.entries(reports).flatMap(([name, { calls }]) =>
    Object.entries(calls).map(([verb, def]) => [`laporan/${name}/${verb}`, def]),
  ),
) as unknown as ReportCalls
