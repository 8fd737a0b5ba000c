/**
 * Charts of a report, in a separate chunk. A click on a bar or slice opens the database rows behind
 * it. A table under each chart shows the same figures as links, for keyboard users. The colours
 * differ in lightness, so that they can also be distinguished in greyscale.
 */
import '#src/styles/parts.css'
import '@mantine/charts/styles.layer.css'
import { BarChart, DonutChart, LineChart } from '@mantine/charts'
import { Box, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { AnyReport, Chart, FigureKind } from '#contract/report/report.ts'
import { formatCompact } from '#contract/values/rupiah.ts'
import { reportQuery, type ReportSearch } from '#src/data/reports.ts'
import { Panel } from '#src/ui/record/Panel.tsx'
import { ChartFigures } from '#src/ui/report/ChartFigures.tsx'
import {
  chartParams,
  chartRows,
  shades,
  visibleRows,
  type ChartPlace,
  type ChartRow,
} from '#src/ui/report/chartRows.ts'
import { rowsOf } from '#src/ui/report/FigureLink.tsx'
import { roundTicks } from '#src/ui/report/ticks.ts'
import { figureText } from '#src/ui/report/words.ts'
import classes from './Chart.module.css'

/**
 * Props that exclude a chart from keyboard focus, because the table under the chart has the same
 * figures as links.
 */
const unheard = { accessibilityLayer: false } as const
interface Props {
  of: AnyReport
  params: Record<string, string | number>
  search: ReportSearch
  chart: Chart
}
interface DrawnProps {
  kind: Chart['kind']
  rows: readonly ChartRow[]
  series: readonly { name: string; label: string }[]
  /** Whether the figures are counts. */
  isCount: boolean
  say: (value: number) => string
  go: (row: ChartRow, name: string) => void
}
const height = 240
/**
 * Returns the chart row that the user clicked. Finds it by its label, because the click handler
 * receives only a copy of the row.
 */
const pressed = (rows: readonly ChartRow[], event: unknown): ChartRow | undefined => {
  const label =
    typeof event === 'object' && event !== null && 'label' in event ? event.label : event
  return rows.find((row) => row.label === label)
}
const payloadLabel = (event: unknown): unknown =>
  typeof event === 'object' && event !== null && 'payload' in event
    ? (event.payload as { label?: unknown }).label
    : undefined

/**
 * Returns the kind of chart to draw. Slices of a donut differ only in their shade, so a donut with
 * more slices than `shades` becomes a bar chart with labels.
 */
const kindOf = ({ kind }: Chart, rows: readonly ChartRow[]): Chart['kind'] =>
  kind === 'donut' && rows.length > shades.length ? 'bar' : kind

const Drawn = ({ kind, rows, series, isCount, say, go }: DrawnProps) => {
  const data = rows.map(({ label, values }) => ({ label, ...values }))
  const [main = ''] = series.map((s) => s.name)
  const drawn = series.map((s, i) => ({ ...s, color: shades[i % shades.length]! }))
  const heights = rows.flatMap(({ values }) => {
    const parts = series.map(({ name }) => values[name] ?? 0)
    return kind === 'stack' ? [parts.reduce((sum, part) => sum + part, 0)] : parts
  })
  const ticks = roundTicks(heights, isCount)
  const scale = {
    ticks,
    domain: [ticks[0]!, ticks.at(-1)!],
    tickFormatter: (value: number) => formatCompact(value),
  }
  const common = {
    h: height,
    data,
    dataKey: 'label',
    series: drawn,
    valueFormatter: say,
    withLegend: series.length > 1,
    // Disables sorting of the legend, which is by name by default, so that the legend has the order
    // of the bars.
    legendProps: { itemSorter: null },
    tooltipAnimationDuration: 0,
    yAxisProps: { ...scale, width: 64 },
  }
  if (kind === 'donut')
    return (
      <DonutChart
        h={height}
        w="100%"
        data={rows.map((row, i) => ({
          name: row.label,
          value: Math.max(0, row.values[main] ?? 0),
          color: shades[i % shades.length]!,
        }))}
        valueFormatter={say}
        strokeWidth={2}
        tooltipDataSource="segment"
        pieChartProps={unheard}
        pieProps={{
          rootTabIndex: -1,
          isAnimationActive: false,
          onClick: (slice) => {
            const row = pressed(rows, slice.name)
            if (row) go(row, main)
          },
        }}
      />
    )
  if (kind === 'line')
    return (
      <LineChart
        {...common}
        curveType="linear"
        lineProps={(s) => ({
          isAnimationActive: false,
          strokeDasharray: s.name === main ? undefined : '5 4',
        })}
        lineChartProps={{
          ...unheard,
          onClick: ({ activeLabel }) => {
            const row = pressed(rows, activeLabel)
            if (row) go(row, main)
          },
        }}
      />
    )
  const isLying = kind === 'bar' || kind === 'funnel'
  return (
    <BarChart
      {...common}
      h={isLying ? Math.max(120, 36 * rows.length + 40) : height}
      type={kind === 'stack' ? 'stacked' : 'default'}
      barChartProps={unheard}
      orientation={isLying ? 'vertical' : 'horizontal'}
      maxBarWidth={48}
      {...(isLying && {
        yAxisProps: { width: 150 },
        xAxisProps: scale,
      })}
      barProps={(s) => ({
        isAnimationActive: false,
        onClick: (bar: unknown) => {
          const row = pressed(rows, payloadLabel(bar))
          if (row) go(row, s.name)
        },
      })}
    />
  )
}

interface BodyProps {
  /** Id of the chart in the page. */
  id: string
  title: string
  /** Heading of the column with the row labels in the table. */
  group: string
  kind: Chart['kind']
  rows: readonly ChartRow[]
  /** Rows that are drawn; all rows by default. */
  drawn?: readonly ChartRow[]
  series: DrawnProps['series']
  figureKind: FigureKind
  place: (row: ChartRow, name: string) => ChartPlace | undefined
}
/** Chart with the table of its figures. */
export const ChartBody = ({
  id,
  title,
  group,
  kind,
  rows,
  drawn = rows,
  series,
  figureKind,
  place,
}: BodyProps) => {
  const navigate = useNavigate()
  const say = (value: number) => figureText(figureKind, value)
  return (
    <div className={classes.chart}>
      {/* Hidden from screen readers, because the table below has the same content. */}
      <Box aria-hidden data-chart={id}>
        <Drawn
          kind={kind}
          rows={drawn}
          series={series}
          isCount={figureKind === 'angka'}
          say={say}
          go={(row, name) => {
            const target = place(row, name)
            // The type assertion is needed because the screen is known only here.
            if (target) void navigate({ to: target.to, search: (target.search ?? {}) as never })
          }}
        />
      </Box>
      {drawn.length < rows.length && (
        <Text c="dimmed" size="sm">
          {rows.length - drawn.length} lainnya terlalu kecil untuk digambar.
        </Text>
      )}
      <ChartFigures
        title={title}
        group={group}
        rows={rows}
        series={series}
        say={say}
        place={place}
        donut={kind === 'donut'}
      />
    </div>
  )
}

export const ReportChart = ({ of, params, search, chart }: Props) => {
  const requestParams = chartParams(of, params, chart)
  const { data } = useSuspenseQuery(reportQuery(of, requestParams))
  const { rows, series } = chartRows(of, chart, data)
  const isEmpty = rows.every((row) => series.every(({ name }) => !row.values[name]))
  const [first = of.main] = chart.figures
  if (isEmpty)
    return (
      <Panel title={chart.title}>
        <Text c="dimmed">Tidak ada angka dalam waktu ini.</Text>
      </Panel>
    )
  return (
    <Panel title={chart.title}>
      <ChartBody
        id={chart.id}
        title={chart.title}
        group={chart.kind === 'funnel' ? 'Ukuran' : (of.groups[chart.group]?.label ?? '')}
        kind={kindOf(chart, rows)}
        rows={rows}
        drawn={visibleRows(chart, rows)}
        series={series}
        figureKind={of.all[first]?.kind ?? 'angka'}
        place={(row, name) => {
          const lead = row.leads(name)
          return lead && rowsOf({ ...search, ...lead.search }, lead.ukuran, lead.kunci)
        }}
      />
    </Panel>
  )
}
