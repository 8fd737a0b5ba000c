/** Server part of a report, in addition to its declaration: the sources of its figures. */
import type { AnyReport, ReportLine, Values } from '#contract/report/report.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { ReportQuery, Source } from '#server/modules/report/reportQuery.ts'

export interface ReportModule {
  report: AnyReport
  /** Sets of rows, for the group in the query. */
  sources: (asked: ReportQuery) => readonly Source[]
  /** Sets of rows for the figures that exist only in total. */
  tiles?: (asked: ReportQuery) => readonly Source[]
  /** Heading of a key. */
  sectionOf?: (kunci: string) => string
  /** Order of keys, if it differs from the order by figures. */
  compare?: (a: string, b: string) => number
  /** Further texts of lines, by key. */
  facts?: (
    db: Db,
    asked: ReportQuery,
    keys: readonly string[],
  ) => Promise<Map<string, Record<string, string | null>>>
  /** Lines below the total, such as a margin. */
  ends?: (
    lines: readonly ReportLine[],
    total: Values,
  ) => { label: string; kind: 'persen'; nilai: Values }[]
}
export const reportModule = (
  report: AnyReport,
  rest: Omit<ReportModule, 'report'>,
): ReportModule => ({ report, ...rest })
