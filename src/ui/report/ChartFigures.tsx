/**
 * Figures of a chart as a table. Each figure links to the database rows from which it is computed.
 */
import { Link } from '@tanstack/react-router'
import type { ReportSearch } from '#src/data/reports.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { shades, type ChartRow } from '#src/ui/report/chartRows.ts'
import { rowsOf } from '#src/ui/report/FigureLink.tsx'
import { Swatch } from '#src/ui/report/Swatch.tsx'

interface Props {
  title: string
  /** Heading of the column with the row labels. */
  group: string
  rows: readonly ChartRow[]
  series: readonly { name: string; label: string }[]
  say: (value: number) => string
  search: ReportSearch
  /**
   * Whether the chart is a donut, whose slices have no labels. The table of a donut shows the
   * colour of each slice and is open from the start.
   */
  donut: boolean
}
export const ChartFigures = ({ title, group, rows, series, say, search, donut }: Props) => (
  <details open={donut}>
    <summary>Lihat angkanya</summary>
    <DataTable
      caption={title}
      rows={rows.map((row, index) => ({ ...row, at: index }))}
      rowKey={(row) => row.at}
      empty="Tidak ada angka dalam waktu ini."
      columns={[
        {
          label: group,
          cell: (row) => (
            <>
              {donut && <Swatch color={shades[row.at % shades.length]!} />} {row.label}
            </>
          ),
        },
        ...series.map(({ name, label }) => ({
          label,
          right: true,
          cell: (row: ChartRow) => {
            const value = row.values[name] ?? 0
            const lead = row.leads(name)
            if (!lead || value === 0) return say(value)
            return (
              <Link
                {...rowsOf({ ...search, ...lead.search }, lead.ukuran, lead.kunci)}
                aria-label={`${row.label}, ${label} ${say(value)}: rincian`}
              >
                {say(value)}
              </Link>
            )
          },
        })),
      ]}
    />
  </details>
)
