/**
 * Printed report: its parameters, the lines with their sums, the overall figures and the charts.
 */
import { useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import {
  figuresOf,
  goesWith,
  totalLabelOf,
  type AnyReport,
  type Chart,
  type ReportAnswer,
  type Values,
} from '#contract/report/report.ts'
import { phoneText } from '#contract/values/phone.ts'
import { reportParams, reportQuery, type ReportSearch } from '#src/data/reports.ts'
import { shortTanggal, waktu } from '#src/ui/format/format.ts'
import { Paper } from '#src/ui/print/print.tsx'
import { chartParams, chartRows } from '#src/ui/report/chartRows.ts'
import { sectionsOf } from '#src/ui/report/sections.ts'
import { changeText, figureText, filterText, nothing, periodText } from '#src/ui/report/words.ts'

interface Props {
  of: AnyReport
  answer: ReportAnswer
  search: ReportSearch
}
/** Maximum number of columns on a portrait page. A report with more columns is in landscape. */
const upright = 7

/**
 * Printed chart. Its bars can be distinguished without colour, and each bar has its figure as text.
 */
const PrintedChart = ({
  of,
  chart,
  answer,
}: {
  of: AnyReport
  chart: Chart
  answer: ReportAnswer
}) => {
  const { rows, series } = chartRows(of, chart, answer)
  const most = Math.max(
    1,
    ...rows.flatMap((row) => series.map((s) => Math.abs(row.values[s.name] ?? 0))),
  )
  const kind = of.all[chart.figures[0] ?? '']?.kind ?? 'angka'
  if (rows.length === 0) return null
  return (
    <section className="keep">
      <h3>{chart.title}</h3>
      <table className="printedChart">
        <thead>
          <tr>
            <th scope="col" />
            {series.map((s) => (
              <Fragment key={s.name}>
                <th scope="col">{s.label !== chart.title && s.label}</th>
                <th scope="col" />
              </Fragment>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              {series.map((s, i) => {
                const value = row.values[s.name] ?? 0
                return (
                  <Fragment key={s.name}>
                    <td style={{ width: `${50 / series.length}%` }}>
                      {value !== 0 && (
                        <span
                          className="printedBar"
                          data-shade={i % 3}
                          data-below={value < 0 || undefined}
                          style={{ width: `${(Math.abs(value) / most) * 100}%` }}
                        />
                      )}
                    </td>
                    <td className="right">{figureText(kind, value)}</td>
                  </Fragment>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
const Charts = ({ of, answer, search }: Props) => {
  const client = useQueryClient()
  const params = reportParams(of, search)
  return of.charts
    .filter((chart) => goesWith(chart, answer.basis?.kode ?? ''))
    .map((chart) => {
      const drawn = client.getQueryData(reportQuery(of, chartParams(of, params, chart)).queryKey)
      return drawn && <PrintedChart key={chart.id} of={of} chart={chart} answer={drawn} />
    })
}
interface LinesProps {
  of: AnyReport
  answer: ReportAnswer
  names: readonly string[]
}
const Lines = ({ of, answer, names }: LinesProps) => {
  const { kelompok, lainnya, total, akhir } = answer
  const facts = Object.entries(of.facts ?? {}).filter(([, fact]) => fact.groups.includes(kelompok))
  const figures = (values: Values, banding: Values | null = null) =>
    names.map((name) => {
      const kind = of.all[name]?.kind ?? 'angka'
      return (
        <td key={name} className="right">
          {figureText(kind, values[name])}
          {banding && (
            <small>
              <br />
              {figureText(kind, banding[name])} · {changeText(values[name], banding[name])}
            </small>
          )}
        </td>
      )
    })
  const row = (key: string, label: string, cells: React.ReactNode, strong = false) => (
    <tr
      key={key}
      className={strong ? 'strong' : undefined}
      data-line={key === 'total' || undefined}
    >
      <td>{label}</td>
      {facts.map(([name]) => (
        <td key={name} />
      ))}
      {cells}
    </tr>
  )
  return (
    <table className="printList figures">
      <thead>
        <tr>
          <th scope="col">{of.groups[kelompok]?.label}</th>
          {facts.map(([name, fact]) => (
            <th key={name} scope="col">
              {fact.label}
            </th>
          ))}
          {names.map((name) => (
            <th key={name} scope="col" className="right">
              {of.all[name]?.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sectionsOf(of, answer).map(({ title, lines, sum }) => (
          <Fragment key={title ?? ''}>
            {title && (
              <tr>
                <th scope="rowgroup" colSpan={1 + facts.length + names.length}>
                  {title}
                </th>
              </tr>
            )}
            {lines.map((line) => (
              <tr key={line.kunci} data-line>
                <td>{line.label}</td>
                {facts.map(([name]) => (
                  <td key={name}>{factText(name, line.keterangan?.[name])}</td>
                ))}
                {figures(line.nilai, line.banding)}
              </tr>
            ))}
            {title &&
              sum &&
              row(`${title}-sum`, `Jumlah ${title.toLowerCase()}`, figures(sum), true)}
          </Fragment>
        ))}
        {lainnya && row('lainnya', `${lainnya.jumlah} lainnya`, figures(lainnya.nilai))}
      </tbody>
      {/* Total of the whole report, which the browser prints at the foot of every page. */}
      <tfoot>
        {row('total', totalText(of, kelompok), figures(total.nilai, total.banding), true)}
        {akhir.map((end) =>
          row(
            end.label,
            end.label,
            names.map((name) => (
              <td key={name} className="right">
                {figureText(end.kind, end.nilai[name])}
              </td>
            )),
            true,
          ),
        )}
      </tfoot>
    </table>
  )
}
/**
 * Returns the label of the total. The label says that the total covers the whole report, because
 * the total is printed on every page.
 */
const totalText = (of: AnyReport, kelompok: string): string => {
  const label = totalLabelOf(of, kelompok)
  return label === 'Total' ? 'Total seluruh laporan' : label
}
const factText = (name: string, value: string | null | undefined): string => {
  if (!value) return nothing
  return name === 'phone' ? phoneText(value) : shortTanggal(value)
}

export const ReportPaper = ({ of, answer, search }: Props) => {
  const names = figuresOf(of, answer.kelompok)
  const time = waktu(answer.per)
  const days = periodText(of, answer)
  const facts = Object.values(of.facts ?? {}).filter((fact) =>
    fact.groups.includes(answer.kelompok),
  )
  const tiles = Object.entries(of.tiles).filter(([name]) => name in answer.total.nilai)
  return (
    <Paper
      size={names.length + facts.length > upright ? 'list-landscape' : 'list'}
      aside={
        <>
          <h2>{of.title.toUpperCase()}</h2>
          {days}
        </>
      }
      foot={[of.title, days, ...filterText(answer), `per ${time}`].join(' · ')}
    >
      <p className="listNote">
        {[
          answer.basis?.label,
          `per ${of.groups[answer.kelompok]?.label.toLowerCase()}`,
          ...filterText(answer),
          answer.banding &&
            `dibandingkan dengan ${periodText(of, { ...answer, periode: answer.banding })}`,
          `per ${time}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Lines of={of} answer={answer} names={names} />
      {tiles.length > 0 && (
        <dl className="pairs keep">
          {tiles.map(([name, { label, kind }]) => (
            <Fragment key={name}>
              <dt>{label}</dt>
              <dd>{figureText(kind, answer.total.nilai[name])}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      <Charts of={of} answer={answer} search={search} />
      {of.note && <p className="listNote">{of.note}</p>}
    </Paper>
  )
}
