import type { AnyReport, ReportAnswer, ReportLine, Values } from '#contract/report/report.ts'

/** Returns the sum of each figure over all lines. */
const sumOf = (lines: readonly ReportLine[]): Values => {
  const sum: Values = {}
  for (const { nilai } of lines)
    for (const [name, value] of Object.entries(nilai)) sum[name] = (sum[name] ?? 0) + (value ?? 0)
  return sum
}
/**
 * Returns the lines of a report in sections. The sections have the order in which the report
 * declares them; sections without lines are omitted. A report that declares no sections has one
 * section without title and sum.
 */
export const sectionsOf = (
  of: AnyReport,
  { baris }: ReportAnswer,
): { title: string | null; lines: ReportLine[]; sum: Values | null }[] =>
  of.sections
    ? Object.entries(of.sections).flatMap(([id, title]) => {
        const lines = baris.filter((line) => line.bagian === id)
        return lines.length > 0 ? [{ title, lines, sum: sumOf(lines) }] : []
      })
    : [{ title: null, lines: [...baris], sum: null }]
