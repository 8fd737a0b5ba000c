/**
 * Payments, bills and expenses of the current month until today, compared with the same days of the
 * previous month, for all outlets or one.
 */
import { Box, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { can, type AccessCode } from '#contract/access/access.ts'
import { BillingStatus } from '#contract/enums.ts'
import { addMonths, dayOf, firstDay } from '#contract/values/tanggal.ts'
import { totals } from '#src/data/dashboard.ts'
import { useCan, useMe } from '#src/data/session/session.ts'
import { useToday } from '#src/state/clock.ts'
import type { Place } from '#src/state/place.ts'
import { rupiah } from '#src/ui/format/format.ts'
import { LazyPicker } from '#src/ui/list/filters/LazyPicker.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { daysText, trendText } from './trend.ts'

/** Polling interval in ms: the maximum age of a figure while the page is visible. */
const every = 3 * 60_000

/** Span of days from the first of a month to a later day, both included. */
interface Span {
  from: string
  to: string
  /** Id of the outlet whose rows are summed; undefined for all outlets. */
  gedung_id?: string
}
/**
 * Returns two spans: the current month until the given day, and the same days of the previous
 * month.
 */
const spansOf = (today: string): [now: Span, before: Span] => {
  const [periode, last] = [today.slice(0, 7), addMonths(today.slice(0, 7), -1)]
  return [
    { from: firstDay(periode), to: today },
    { from: firstDay(last), to: dayOf(last, Number(today.slice(8))) },
  ]
}

interface Sum {
  data: number | undefined
  isError: boolean
}
interface FigureProps {
  label: string
  place: Place
  sums: readonly [now: Sum, before: Sum]
  /** Days that the previous sum covers, as text such as `1–26 Oktober`. */
  days: string
}
const Figure = ({ label, place, sums: [now, past], days }: FigureProps) => (
  <div>
    <Text component="dt" size="sm">
      <PlaceLink {...place}>{label}</PlaceLink>
    </Text>
    <Box component="dd" m={0}>
      {now.data === undefined && !now.isError && <Skeleton h="1.6rem" w="8rem" mt="0.3rem" />}
      {now.data === undefined && now.isError && <Text m={0}>Gagal dimuat</Text>}
      {now.data !== undefined && (
        <Text m={0} fz="1.35rem" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {rupiah(now.data)}
        </Text>
      )}
      {now.data !== undefined && past.data !== undefined && (
        <Text m={0} size="sm" c="dimmed">
          {trendText(now.data, past.data, days)}
        </Text>
      )}
    </Box>
  </div>
)

/**
 * Definition of a figure: the sum of column `sum` over the rows of list `of` that match the filters
 * `fixed` and whose date `day` lies in the span.
 */
interface Measure {
  label: string
  code: AccessCode
  of: keyof typeof totals
  sum: 'jumlah' | 'total'
  day: 'tanggal' | 'tanggal_terbit'
  fixed: Record<string, string>
}
const measures: readonly Measure[] = [
  {
    label: 'Pembayaran diterima',
    code: 'billing-payment/index',
    of: 'billing-payment',
    sum: 'jumlah',
    day: 'tanggal',
    fixed: { batal: '0' },
  },
  {
    label: 'Tagihan diterbitkan',
    code: 'billing/index',
    of: 'billing',
    sum: 'total',
    day: 'tanggal_terbit',
    fixed: { batal: '0', status: String(BillingStatus.terbit), saldo_awal: '0' },
  },
  {
    label: 'Pengeluaran sales disetujui',
    code: 'pengeluaran-sales/index',
    of: 'pengeluaran-sales',
    sum: 'jumlah',
    day: 'tanggal',
    fixed: { batal: '0', status: 'disetujui' },
  },
]
const searchOf = ({ fixed, day }: Measure, { from, to, gedung_id }: Span) => ({
  ...fixed,
  [`${day}.gte`]: from,
  [`${day}.lte`]: to,
  ...(gedung_id !== undefined && { gedung_id }),
})
const useSum = (measure: Measure, span: Span): Sum =>
  useQuery({
    ...totals[measure.of](searchOf(measure, span)),
    select: (sums) => sums[measure.sum],
    refetchInterval: every,
  })
const Measured = ({ measure, now, before }: { measure: Measure; now: Span; before: Span }) => {
  const days = daysText(before.from, before.to, now.to)
  const sums = [useSum(measure, now), useSum(measure, before)] as const
  const { label, of } = measure
  const place: Place = { to: `/${of}`, search: searchOf(measure, now) }
  return <Figure label={label} place={place} sums={sums} days={days} />
}

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(15rem, 100%), 1fr))',
  gap: '1rem 1.5rem',
}
/** Figures of the month. Each figure is shown only with the access code for its list. */
export const DashboardMonth = ({
  gedung_id,
  choose,
}: {
  gedung_id: string | undefined
  choose: (id: string | undefined) => void
}) => {
  const user = useMe()
  const [now, before] = spansOf(useToday())
  const mayOutlets = useCan('gedung/pilihan')
  const of = gedung_id === undefined ? {} : { gedung_id }
  const allowedMeasures = measures.filter(({ code }) => can(user, code))
  if (allowedMeasures.length === 0) return null
  return (
    <Panel
      title={`Bulan ini, ${daysText(now.from, now.to, '')}`}
      aside={
        mayOutlets && (
          <LazyPicker
            label="Outlet"
            resource="gedung"
            value={gedung_id === undefined ? null : Number(gedung_id)}
            onChange={(id) => choose(id === null ? undefined : String(id))}
          />
        )
      }
    >
      <Box component="dl" m={0} style={grid}>
        {allowedMeasures.map((measure) => (
          <Measured
            key={measure.label}
            measure={measure}
            now={{ ...now, ...of }}
            before={{ ...before, ...of }}
          />
        ))}
      </Box>
    </Panel>
  )
}
