import { expect, test } from 'vitest'
import { pendapatan } from '#contract/report/pendapatan.ts'
import type { AnyReport, ReportAnswer } from '#contract/report/report.ts'
import { chartRows, visibleRows } from '#src/ui/report/chartRows.ts'

const of: AnyReport = pendapatan
const chart = of.charts.find(({ year }) => year)!
/** Makes the answer of a year; `sums` holds the figures by month number, of this and last year. */
const answerOf = (sums: Readonly<Record<number, [now: number, before: number]>>) =>
  ({
    periode: { dari: '2026-01-01', sampai: '2026-12-31' },
    baris: Array.from({ length: 12 }, (_, i) => {
      const [neto = 0, before = 0] = sums[i + 1] ?? []
      const kunci = `2026-${String(i + 1).padStart(2, '0')}`
      return { kunci, label: kunci, nilai: { neto }, banding: { neto: before } }
    }),
  }) as unknown as ReportAnswer
const labels = (sums: Parameters<typeof answerOf>[0]) =>
  chartRows(of, chart, answerOf(sums)).rows.map(({ label }) => label)

test('shows two months of a year with two billed months', () => {
  expect(labels({ 10: [5, 0], 11: [7, 0] })).toEqual(['Okt', 'Nov'])
})
test('keeps an empty month between others, and months of last year', () => {
  expect(labels({ 3: [5, 0], 5: [0, 7] })).toEqual(['Mar', 'Apr', 'Mei'])
  expect(labels({})).toEqual([])
})

test('draws two of twelve categories when the other bars would be invisible', () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({
    label: String(i),
    values: { a: i === 3 ? 100 : 1, b: i === 11 ? -40 : 0 },
    leads: () => undefined,
  }))
  const drawn = (kind: 'bars' | 'bar', year = false) =>
    visibleRows({ ...chart, kind, year: year || undefined }, rows).map(({ label }) => label)
  expect(drawn('bars')).toEqual(['3', '11'])
  expect(drawn('bars', true)).toHaveLength(12)
  expect(drawn('bar')).toHaveLength(12)
})
