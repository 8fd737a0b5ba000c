/**
 * Data of a chart. The chart declares by which group the report is queried. Each report line
 * becomes a row of the chart, and each bar links to the database rows behind it.
 */
import {
  isRatio,
  reportParametersOf,
  type AnyReport,
  type Chart,
  type ReportAnswer,
  type ReportLine,
} from '#contract/report/report.ts'
import { shortMonthNames } from '#contract/values/tanggal.ts'
import type { ReportSearch } from '#src/data/reports.ts'
import type { Place } from '#src/state/place.ts'

/**
 * Colours of slices and bars, from dark to light, so that they can also be distinguished in
 * greyscale.
 */
export const shades = [1, 2, 3, 4, 5, 6].map((n) => `var(--chart-${n})`)

/**
 * Target of a bar's link: the figure, the key of the report line, and further search parameters.
 */
interface Lead {
  ukuran: string
  kunci: string | undefined
  /** Further search parameters of the link. */
  search: ReportSearch
}
/** Target of the link of a bar or figure: the rows of the report, or another screen. */
export interface ChartPlace {
  to: Place['to'] | '.'
  search?: unknown
}
export interface ChartRow {
  label: string
  values: Record<string, number>
  leads: (name: string) => Lead | undefined
}
type Params = Record<string, string | number>
const otherwise: Params = {}
/**
 * Returns the parameters for the query of a chart: the parameters of the report, with the group
 * that the chart declares. A yearly chart covers the whole year and compares it with the previous
 * year. Other charts have no comparison.
 */
export const chartParams = (of: AnyReport, params: Params, chart: Chart): Params => {
  const { banding: _, kelompok: __, ...rest } = params
  const year = reportParametersOf(of, params).sampai.slice(0, 4)
  return {
    ...rest,
    kelompok: chart.group,
    ...(chart.year
      ? { dari: `${year}-01-01`, sampai: `${year}-12-31`, banding: 'tahun' }
      : otherwise),
  }
}
const monthLabel = (kunci: string): string =>
  shortMonthNames[Number(kunci.slice(5, 7)) - 1] ?? kunci

/**
 * Returns the label of a report line that stands for a month; undefined for any other line. A
 * yearly chart shows the month without the year. Any other chart adds the last two digits of the
 * year.
 */
const labelIn = (chart: Chart, { kunci }: ReportLine): string | undefined => {
  if (kunci === null || !/^\d{4}-\d{2}$/.test(kunci)) return undefined
  return chart.year ? monthLabel(kunci) : `${monthLabel(kunci)} ${kunci.slice(2, 4)}`
}
/**
 * Returns the rows of a funnel chart: one row for each figure of the whole report, in the order
 * that the chart declares.
 */
const funnel = (of: AnyReport, { figures }: Chart, { total }: ReportAnswer): ChartRow[] =>
  figures.map((name) => ({
    label: of.all[name]?.label ?? name,
    values: { nilai: total.nilai[name] ?? 0 },
    leads: () => ({ ukuran: name, kunci: undefined, search: {} }),
  }))
/**
 * Returns the label of a report line. If another line has an equal label, adds the key in
 * parentheses.
 */
const labelOf = ({ label, kunci }: ReportLine, all: readonly ReportLine[]): string =>
  all.some((line) => line.label === label && line.kunci !== kunci) ? `${label} (${kunci})` : label

/**
 * Returns the lines from the first to the last one that is not empty. A chart of a year with two
 * billed months thus shows two months; a month without figures between others stays.
 */
const withoutEmptyEnds = (
  lines: readonly ReportLine[],
  isEmpty: (line: ReportLine) => boolean,
): ReportLine[] => {
  const first = lines.findIndex((line) => !isEmpty(line))
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => !isEmpty(line)) + 1)
}

export const chartRows = (
  of: AnyReport,
  chart: Chart,
  answer: ReportAnswer,
): { rows: ChartRow[]; series: { name: string; label: string }[] } => {
  if (chart.kind === 'funnel')
    return { rows: funnel(of, chart, answer), series: [{ name: 'nilai', label: chart.title }] }
  const [main = of.main] = chart.figures
  const isEmpty = (line: ReportLine) =>
    chart.figures.every((name) => !line.nilai[name]) && !(chart.year && line.banding?.[main])
  const isEvery = chart.year ?? of.groups[chart.group]?.states !== undefined
  const lines = isEvery
    ? withoutEmptyEnds(answer.baris, isEmpty)
    : answer.baris.filter((line) => !isEmpty(line))
  const sorted =
    chart.year || of.groups[chart.group]?.ordered
      ? lines
      : lines.toSorted((a, b) => (b.nilai[main] ?? 0) - (a.nilai[main] ?? 0))
  const shownLines = sorted.slice(0, chart.top ?? sorted.length)
  const { dari, sampai } = answer.periode
  const rows = shownLines.map((line): ChartRow => ({
    label: labelIn(chart, line) ?? labelOf(line, lines),
    values: {
      ...Object.fromEntries(chart.figures.map((name) => [name, line.nilai[name] ?? 0])),
      ...(chart.year && { lalu: line.banding?.[main] ?? 0 }),
    },
    leads: (name) => {
      const figure = of.all[name === 'lalu' ? main : name]
      if (!figure || isRatio(figure)) return undefined
      const search = {
        kelompok: chart.group,
        ...(chart.year && yearSearch(name, { dari, sampai })),
      }
      return { ukuran: name === 'lalu' ? main : name, kunci: keyThen(name, line), search }
    },
  }))
  const year = Number(sampai.slice(0, 4))
  const series = chart.year
    ? [
        { name: main, label: String(year) },
        { name: 'lalu', label: String(year - 1) },
      ]
    : chart.figures.map((name) => ({ name, label: of.all[name]?.label ?? name }))
  return { rows, series }
}
/**
 * Returns the search parameters `dari` and `sampai` for the links of a series in a yearly chart.
 * For the series `lalu` both days are in the previous year.
 */
const yearSearch = (
  name: string,
  { dari, sampai }: { dari: string; sampai: string },
): ReportSearch => {
  const back = name === 'lalu' ? 1 : 0
  const of = (day: string) => `${Number(day.slice(0, 4)) - back}${day.slice(4)}`
  return { dari: of(dari), sampai: of(sampai) }
}
const keyThen = (name: string, { kunci }: ReportLine): string | undefined => {
  if (kunci === null) return undefined
  return name === 'lalu' ? `${Number(kunci.slice(0, 4)) - 1}${kunci.slice(4)}` : kunci
}

/** Smallest part of the largest bar that is still visible. */
const visiblePart = 0.02
/**
 * Returns the rows with a visible bar. A chart of categories omits the others, because a bar of a
 * few pixels only takes room from the large ones; the table below the chart has all of them.
 */
export const visibleRows = ({ kind, year }: Chart, rows: readonly ChartRow[]): ChartRow[] => {
  const heightOf = ({ values }: ChartRow) => Math.max(...Object.values(values).map(Math.abs))
  const least = visiblePart * Math.max(0, ...rows.map(heightOf))
  return kind === 'bars' && !year ? rows.filter((row) => heightOf(row) >= least) : [...rows]
}
