/** What of a report the declaration cannot say: where its figures come from. */
import type { AnyReport, ReportLine, Values } from '#contract/report/report.ts'
import type { Db } from '#server/db/tables.ts'
import type { Asked, Source } from '#server/modules/report/asked.ts'

export interface ReportModule {
  report: AnyReport
  /** Sets of rows by the asked group. */
  sources: (asked: Asked) => readonly Source[]
  /** Sets of rows of the figures that only the whole has. */
  tiles?: (asked: Asked) => readonly Source[]
  /** Under which heading a key stands. */
  sectionOf?: (kunci: string) => string
  /** The order of keys, where it is not that of the figures. */
  compare?: (a: string, b: string) => number
  /** More in words of lines: by their keys. */
  facts?: (
    db: Db,
    asked: Asked,
    keys: readonly string[],
  ) => Promise<Map<string, Record<string, string | null>>>
  /** Lines under the total, such as a margin. */
  ends?: (
    lines: readonly ReportLine[],
    total: Values,
  ) => { label: string; kind: 'persen'; nilai: Values }[]
}
export const reportModule = (
  report: AnyReport,
  rest: Omit<ReportModule, 'report'>,
): ReportModule => ({ report, ...rest })
