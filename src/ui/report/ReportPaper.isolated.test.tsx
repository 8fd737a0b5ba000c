/**
 * Tests that each figure of each report equals three other values: the sum of the database rows
 * behind it, the value in the exported file, and the printed value.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import {
  figuresOf,
  goesWith,
  isRatio,
  type AnyReport,
  type ReportAnswer,
  type ReportDetail,
  type Values,
} from '#contract/report/report.ts'
import { reports } from '#contract/report/reports.ts'
import { makeRandom } from '#contract/values/random.ts'
import { formatNumber } from '#contract/values/rupiah.ts'
import { makePeople } from '#mocks/report/reportPeople.ts'
import { fillReports } from '#mocks/report/reportSchool.ts'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { reportParams, reportQuery } from '#src/data/reports.ts'
import { chartParams, chartRows } from '#src/ui/report/chartRows.ts'
import { ReportPaper } from '#src/ui/report/ReportPaper.tsx'
import { figureText } from '#src/ui/report/words.ts'

const school = serveSchool()
const days = {
  rentang: { dari: '2025-11-01', sampai: '2026-03-20' },
  tanggal: { pada: '2026-02-10' },
  bulan: { bulan: '2026-02' },
}
const waysOf = (of: AnyReport) =>
  Object.keys(of.bases).flatMap((basis) =>
    Object.entries(of.groups)
      .filter(([, group]) => goesWith(group, basis))
      .map(([kelompok]) => ({ ...days[of.span], basis, kelompok })),
  )
const textsOf = (rows: Iterable<Element>) =>
  [...rows].map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))
/** Returns the text that the exported CSV file contains for a figure. */
const inFile = (of: AnyReport, name: string, { [name]: value }: Values) => {
  if (value == null) return ''
  return of.all[name]?.kind === 'persen' ? `${formatNumber(value / 100)}%` : String(value)
}
/** Fetches all pages of the rows behind a figure and returns the sum of their values. */
const sumOf = async (path: string): Promise<number> => {
  let sum = 0
  for (let page = 1, pages = 1; page <= pages; page++) {
    const rows = await school.superadmin.get<ReportDetail[]>(`${path}&per-page=100&page=${page}`)
    for (const row of must(rows)) sum += row.nilai ?? 0
    pages = Number(rows.headers.get('x-pagination-page-count'))
  }
  return sum
}

test.each(Object.values(reports).map((of) => [of.name, of as AnyReport] as const))(
  'shows the same values in figure, rows, file and paper of %s',
  async (_, of) => {
    const { superadmin, ids, api } = school
    await fillReports(api, makeRandom(9), await makePeople({ superadmin, ids, db: api.db }))
    for (const search of waysOf(of)) {
      const path = (verb: string) => `/laporan/${of.name}${verb}?${new URLSearchParams(search)}`
      const answer = must(await school.superadmin.get<ReportAnswer>(path('')))
      const charts = of.charts.filter((chart) => goesWith(chart, search.basis))
      for (const chart of charts) {
        const requestParams = chartParams(of, reportParams(of, search), chart)
        const query = new URLSearchParams(requestParams as Record<string, string>)
        queryClient.setQueryData(
          reportQuery(of, requestParams).queryKey,
          must(await school.superadmin.get<ReportAnswer>(`/laporan/${of.name}?${query}`)),
        )
      }
      const { container, unmount } = render(
        <QueryClientProvider client={queryClient}>
          <ReportPaper of={of} answer={answer} search={search} />
        </QueryClientProvider>,
      )
      const names = figuresOf(of, answer.kelompok)
      const values = [...answer.baris, answer.total].map(({ nilai }) => nilai)
      const printed = textsOf(container.querySelectorAll('.printList tr[data-line]'))
      expect(
        printed.map((cells) => cells.slice(-names.length)),
        path(''),
      ).toEqual(
        values.map((nilai) => names.map((n) => figureText(of.all[n]?.kind ?? 'angka', nilai[n]))),
      )
      // The printed charts show the figure of each bar as text.
      const drawn = charts.flatMap((chart) => {
        const of_ = reportQuery(of, chartParams(of, reportParams(of, search), chart)).queryKey
        const { rows, series } = chartRows(of, chart, queryClient.getQueryData(of_)!)
        const kind = of.all[chart.figures[0]!]!.kind
        return rows.map((row) => series.map((s) => figureText(kind, row.values[s.name] ?? 0)))
      })
      const bars = textsOf(container.querySelectorAll('.printedChart tbody tr'))
      expect(
        bars.map((cells) => cells.filter((_, i) => i % 2 === 1)),
        path(''),
      ).toEqual(drawn)
      unmount()

      const { data } = await school.superadmin.get<string>(path('/ekspor'))
      const table: string[][] = parse(data, { bom: true })
      expect(
        table.slice(1, 1 + values.length).map((cells) => cells.slice(-names.length)),
        path('/ekspor'),
      ).toEqual(values.map((nilai) => names.map((n) => inFile(of, n, nilai))))

      const summed = names.filter((n) => {
        const figure = of.all[n]!
        return !isRatio(figure) && figure.rows !== 'median'
      })
      for (const name of summed)
        expect(await sumOf(`${path('/rincian')}&ukuran=${name}`), `${path('')} ${name}`).toBe(
          answer.total.nilai[name],
        )
    }
  },
  60_000,
)

test('shows the outlet of a report limited to one outlet', async () => {
  const { superadmin, ids } = school
  const of: AnyReport = reports.piutang
  const search = { pada: '2026-02-10', gedung_id: String(ids.gedung) }
  const path = `/laporan/piutang?${new URLSearchParams(search)}`
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <ReportPaper
        of={of}
        answer={must(await superadmin.get<ReportAnswer>(path))}
        search={search}
      />
    </QueryClientProvider>,
  )
  expect(container.querySelector('.listNote')?.textContent).toContain('Outlet: Nada Jakarta')
  // Browsers repeat a table footer on every printed page, so the label must say that the total
  // covers the whole report.
  expect(container.querySelector('.printList tfoot tr')?.textContent).toMatch(
    /^Total seluruh laporan/,
  )
})
