/** Dashboard panel with the amounts billed and received in each of the last twelve months. */
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { BillingStatus } from '#contract/enums.ts'
import { trendMonths } from '#contract/report/trendMonths.ts'
import { firstDay, lastDay, shortMonthNames } from '#contract/values/tanggal.ts'
import { trendQuery } from '#src/data/dashboard.ts'
import { useCan } from '#src/data/session/session.ts'
import { part } from '#src/ui/page/part.ts'
import { Panel } from '#src/ui/record/Panel.tsx'
import type { ChartPlace } from '#src/ui/report/chartRows.ts'

const ChartBody = lazy(() =>
  part(() => import('#src/ui/report/ReportCharts.tsx')).then((m) => ({ default: m.ChartBody })),
)
/** Polling interval in ms: a trend changes slowly. */
const every = 15 * 60_000
/** Height in px of the chart and of the button below it. */
const chartHeight = 276

const monthLabel = (periode: string) =>
  `${shortMonthNames[Number(periode.slice(5)) - 1]} ${periode.slice(2, 4)}`
/** Returns the list with the rows that a sum of a month contains. */
const placeOf = (name: string, periode: string, gedung_id: string | undefined): ChartPlace => {
  const day = name === 'ditagih' ? 'tanggal_terbit' : 'tanggal'
  const span = {
    [`${day}.gte`]: firstDay(periode),
    [`${day}.lte`]: lastDay(periode),
    batal: '0',
    ...(gedung_id !== undefined && { gedung_id }),
  }
  return name === 'ditagih'
    ? {
        to: '/billing',
        search: { ...span, status: String(BillingStatus.terbit), saldo_awal: '0' },
      }
    : { to: '/billing-payment', search: span }
}

/** Trend of the amounts whose lists the user may read; nothing if the user may read neither. */
export const TrendPanel = ({ gedung_id }: { gedung_id: string | undefined }) => {
  const series = [
    { name: 'ditagih', label: 'Ditagih', may: useCan('billing/index') },
    { name: 'diterima', label: 'Diterima', may: useCan('billing-payment/index') },
  ].filter(({ may }) => may)
  const { data, isError } = useQuery({
    ...trendQuery(gedung_id),
    enabled: series.length > 0,
    refetchInterval: every,
  })
  if (series.length === 0) return null
  const names = series.map(({ label }, i) => (i === 0 ? label : label.toLowerCase()))
  const title = `${names.join(' dan ')}, ${trendMonths} bulan`
  const rows = (data ?? []).map(({ periode, ditagih, diterima }) => ({
    label: monthLabel(periode),
    periode,
    values: { ditagih: ditagih ?? 0, diterima: diterima ?? 0 },
    leads: () => undefined,
  }))
  const waiting = <Skeleton h={chartHeight} />
  return (
    <Panel title={title}>
      {isError && !data && <Text m={0}>Gagal dimuat</Text>}
      {!data && !isError && waiting}
      {data && (
        <Suspense fallback={waiting}>
          <ChartBody
            id="tren"
            title={title}
            group="Bulan"
            kind="bars"
            rows={rows}
            series={series}
            figureKind="rupiah"
            place={(row, name) => {
              const month = rows.find(({ label }) => label === row.label)
              return month && placeOf(name, month.periode, gedung_id)
            }}
          />
        </Suspense>
      )}
    </Panel>
  )
}
