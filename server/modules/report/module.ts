/**
 * Server part of a report, which adds the sources of the figures to the declaration in the
 * contract.
 */
import type { AnyReport, ReportLine, Values } from '#contract/report/report.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { ReportQuery, Source } from '#server/modules/report/reportQuery.ts'

export interface ReportModule {
  report: AnyReport
  /**
   * Returns the sources of the report's lines. The key of each row belongs to the group of the
   * query.
   */
  sources: (asked: ReportQuery) => readonly Source[]
  /** Returns the sources of figures that exist only in total and are shown as tiles. */
  tiles?: (asked: ReportQuery) => readonly Source[]
  /** Returns the section heading of a line's key. */
  sectionOf?: (kunci: string) => string
  /** Compares the keys of two lines. If undefined, the report sorts lines by their main figure. */
  compare?: (a: string, b: string) => number
  /** Reads additional texts for the lines with the given keys. */
  facts?: (
    db: Db,
    asked: ReportQuery,
    keys: readonly string[],
  ) => Promise<Map<string, Record<string, string | null>>>
  /** Returns additional lines below the total, such as a margin. */
  ends?: (
    lines: readonly ReportLine[],
    total: Values,
  ) => { label: string; kind: 'persen'; nilai: Values }[]
}
export const reportModule = (
  report: AnyReport,
  rest: Omit<ReportModule, 'report'>,
): ReportModule => ({ report, ...rest })
