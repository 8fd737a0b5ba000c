import { expect, test } from 'vitest'
import { daysText, trendText } from './trend.ts'

const days = '1–26 Oktober'
test.each([
  [880_000, 1_000_000, 'Turun 12% dari 1–26 Oktober (Rp1.000.000)'],
  [2_500_000, 1_000_000, 'Naik 150% dari 1–26 Oktober (Rp1.000.000)'],
  [0, 1_000_000, 'Turun 100% dari 1–26 Oktober (Rp1.000.000)'],
  [1_000_001, 1_000_000, 'Hampir sama dengan 1–26 Oktober (Rp1.000.000)'],
  [1_000_000, 1_000_000, 'Sama dengan 1–26 Oktober'],
  [1_000_000, 0, '1–26 Oktober: Rp0'],
])('compares %i with %i in words', (now, before, text) => {
  expect(trendText(now, before, days)).toBe(text)
})

test('names days with their year only if it is not the running one', () => {
  expect(daysText('2026-10-01', '2026-10-26', '2026-11-26')).toBe('1–26 Oktober')
  expect(daysText('2026-10-01', '2026-10-01', '2026-11-01')).toBe('1 Oktober')
  expect(daysText('2026-12-01', '2026-12-26', '2027-01-26')).toBe('1–26 Desember 2026')
})
