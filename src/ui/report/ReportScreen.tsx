/**
 * Screen of any report: toolbar, overall figures, charts and lines. If the URL names a figure, the
 * screen shows the database rows behind this figure instead of charts and lines.
 */
import '#src/styles/listParts.css'
import { Skeleton, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue } from 'react'
import {
  goesWith,
  reportParametersOf,
  type AnyReport,
  type ReportAnswer,
} from '#contract/report/report.ts'
import { figureAsked, reportParams, reportQuery, type ReportSearch } from '#src/data/reports.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { waktu } from '#src/ui/format/format.ts'
import { useFullWidth } from '#src/ui/hooks/useFullWidth.ts'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { part } from '#src/ui/page/part.ts'
import { PrintedAlone } from '#src/ui/print/print.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
// Imported with the screen instead of lazily. The browser prints at once, so a lazy import would
// still be loading and the printed page would be empty.
import { ReportPaper } from '#src/ui/report/ReportPaper.tsx'
import { ReportRows } from '#src/ui/report/ReportRows.tsx'
import { ReportTable } from '#src/ui/report/ReportTable.tsx'
import { ReportTiles } from '#src/ui/report/ReportTiles.tsx'
import { ReportTools } from '#src/ui/report/ReportTools.tsx'
import { filterText, periodText } from '#src/ui/report/words.ts'
import classes from './Report.module.css'

const ReportChart = lazy(() =>
  part(() => import('#src/ui/report/ReportCharts.tsx')).then((m) => ({ default: m.ReportChart })),
)
/**
 * Total height in px of a chart and of the button `Lihat angkanya` below the chart. The button
 * opens the table of the chart.
 */
const chartHeight = 276
interface Props {
  of: AnyReport
  search: ReportSearch
}

/**
 * Text under the title: the days, basis, filters and comparison of the report, and the time when
 * its figures were computed.
 */
const About = ({ of, answer }: { of: AnyReport; answer: ReportAnswer }) => (
  <Text fz="sm" c="dimmed">
    {[
      periodText(of, answer),
      answer.basis?.label,
      ...filterText(answer),
      answer.banding &&
        `dibandingkan dengan ${periodText(of, { ...answer, periode: answer.banding })}`,
      `per ${waktu(answer.per)}`,
    ]
      .filter(Boolean)
      .join(' · ')}
  </Text>
)

/**
 * Charts of a report. Each chart has a fixed height, so that the report lines below do not move
 * under the pointer when the chart loads.
 */
const Charts = ({ of, params, search }: Props & { params: Record<string, string | number> }) => {
  const { basis } = reportParametersOf(of, params)
  return (
    <div className={classes.charts}>
      {of.charts
        .filter((chart) => goesWith(chart, basis))
        .map((chart) => (
          <Boundary key={chart.id} resetKey={JSON.stringify(params)}>
            <Suspense
              fallback={
                <Panel title={chart.title}>
                  <Skeleton h={chartHeight} />
                </Panel>
              }
            >
              <ReportChart of={of} params={params} search={search} chart={chart} />
            </Suspense>
          </Boundary>
        ))}
    </div>
  )
}

const Report = ({ of, search }: Props) => {
  const paramsText = JSON.stringify(reportParams(of, search))
  const shownText = useDeferredValue(paramsText)
  const params = JSON.parse(shownText)
  const { data } = useSuspenseQuery({ ...reportQuery(of, params), staleTime: 0 })
  const stale = shownText !== paramsText
  const askedFigure = figureAsked(of, search)
  return (
    <>
      <Panel>
        <About of={of} answer={data} />
        <ReportTiles of={of} answer={data} search={search} />
      </Panel>
      {askedFigure ? (
        <ReportRows of={of} search={search} asked={askedFigure} answer={data} />
      ) : (
        <>
          <Charts of={of} params={params} search={search} />
          <Panel bare title={of.groups[data.kelompok]?.label}>
            <ReportTable of={of} answer={data} search={search} stale={stale} />
          </Panel>
          {of.note && (
            <Text fz="sm" c="dimmed">
              {of.note}
            </Text>
          )}
        </>
      )}
      <PrintedAlone>
        <ReportPaper of={of} answer={data} search={search} />
      </PrintedAlone>
    </>
  )
}

/** Screen of the report that `of` declares. `search` holds the parameters from the URL. */
export const ReportScreen = ({ of, search }: Props) => {
  useFullWidth()
  return (
    <>
      <PageTitle />
      <ReportTools of={of} search={search} />
      <Boundary resetKey={JSON.stringify(search)}>
        <Suspense
          fallback={
            <Panel>
              <FormSkeleton />
            </Panel>
          }
        >
          <Report of={of} search={search} />
        </Suspense>
      </Boundary>
    </>
  )
}
