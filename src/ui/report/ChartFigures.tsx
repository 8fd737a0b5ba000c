/**
 * Figures of a chart as a table, behind a button. Each figure links to the rows from which it is
 * computed.
 */
import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { shades, type ChartPlace, type ChartRow } from '#src/ui/report/chartRows.ts'
import { Swatch } from '#src/ui/report/Swatch.tsx'

interface Props {
  title: string
  /** Heading of the column with the row labels. */
  group: string
  rows: readonly ChartRow[]
  series: readonly { name: string; label: string }[]
  say: (value: number) => string
  /** Returns the target of a figure's link; undefined for a figure without a link. */
  place: (row: ChartRow, name: string) => ChartPlace | undefined
  /**
   * Whether the chart is a donut, whose slices have no labels. The table of a donut shows the
   * colour of each slice and is open from the start.
   */
  donut: boolean
}
export const ChartFigures = ({ donut, ...figures }: Props) => {
  const [open, setOpen] = useState(donut)
  const content = useId()
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Button
        variant="subtle"
        size="sm"
        px="xs"
        ml="-0.5rem"
        leftSection={<Chevron size={16} aria-hidden />}
        aria-expanded={open}
        aria-controls={content}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Sembunyikan angkanya' : 'Lihat angkanya'}
      </Button>
      <div id={content}>{open && <Figures donut={donut} {...figures} />}</div>
    </div>
  )
}
const Figures = ({ title, group, rows, series, say, place, donut }: Props) => (
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
          const target = place(row, name)
          if (!target || value === 0) return say(value)
          return (
            <Link
              to={target.to}
              // The type assertion is needed because the screen is known only here.
              search={(target.search ?? {}) as never}
              aria-label={`${row.label}, ${label} ${say(value)}: rincian`}
            >
              {say(value)}
            </Link>
          )
        },
      })),
    ]}
  />
)
