import { describe, expect, test } from 'vitest'
import { parseRupiah } from '#contract/values/amount.ts'
import { everySeed } from '#contract/values/random.ts'
import {
  formatNumber,
  formatCompact,
  formatRupiah,
  percentOf,
  roundTo,
  scale,
} from '#contract/values/rupiah.ts'

/** Computes floor(n × p / q + 1/2) × unit without floating point, as a reference for `scale`. */
const exactRound = (n: number, p: number, q: number, unit: number) => {
  const [a, b] = [
    2n * BigInt(n) * BigInt(p) + BigInt(q) * BigInt(unit),
    2n * BigInt(q) * BigInt(unit),
  ]
  const floor = a / b - (a % b < 0n ? 1n : 0n)
  return Number(floor * BigInt(unit))
}

test.each([
  [0, 'Rp0'],
  [7, 'Rp7'],
  [999, 'Rp999'],
  [1000, 'Rp1.000'],
  [50_000, 'Rp50.000'],
  [1_250_000, 'Rp1.250.000'],
  [-50_000, '-Rp50.000'],
  [-0, 'Rp0'],
  [1_000_000_000_000, 'Rp1.000.000.000.000'],
])('formatRupiah(%i)', (n, text) => expect(formatRupiah(n)).toBe(text))
test('formatNumber groups thousands', () =>
  expect([formatNumber(1_250_000), formatNumber(-1_500), formatNumber(0)]).toEqual([
    '1.250.000',
    '-1.500',
    '0',
  ]))

test('formatNumber with decimals agrees with Intl', () => {
  const intl = new Intl.NumberFormat('id-ID')
  everySeed(1000, (r) => {
    const n = ((r.chance() ? 1 : -1) * r.anySize(1e12)) / r.pick([10, 100, 1000] as const)
    expect(formatNumber(n)).toBe(intl.format(n).replace(/^-0$/, '0'))
  })
  expect([0.0004, -0.0004, 1.9999, 12.5, 0.05].map(formatNumber)).toEqual([
    '0',
    '0',
    '2',
    '12,5',
    '0,05',
  ])
})

test.each([
  ['1250000', 1_250_000],
  ['1.250.000', 1_250_000],
  ['Rp 1.250.000', 1_250_000],
  ['Rp1.250.000', 1_250_000],
  ['rp1250000', 1_250_000],
  ['Rp\u00a01.250.000', 1_250_000],
  ['  500 ', 500],
  ['0', 0],
  ['Rp0', 0],
  ['1.000', 1000],
  ['1.000.000.000.000', 1e12],
  ['', null],
  ['Rp', null],
  ['abc', null],
  ['1,5', null],
  ['1.250.000,00', 1_250_000],
  ['1,250,000', 1_250_000],
  ['350,000', 350_000],
  ['IDR 350,000.00', 350_000],
  ['Rp. 350.000,-', 350_000],
  ['Rp350.000 ,-', 350_000],
  ['350.000 IDR', 350_000],
  ['350.000,5', null],
  ['350.000,50', null],
  ['1,250.00', 1250],
  ['0,500', null],
  ['1.250,000', null],
  ['350.000 CR', null],
  ['1.5', null],
  ['1.25', null],
  ['12.50', null],
  ['1250.000', null],
  ['1.2500', null],
  ['1..000', null],
  ['.500', null],
  ['500.', null],
  ['0.500', null],
  ['-5', null],
  ['-Rp50.000', null],
  ['+5', null],
  ['1e6', null],
  ['1 000', 1000],
  ['1\u00a0250\u202f000', 1_250_000],
  ['1 00', null],
  ['10 0000', null],
  ['(350.000)', null],
  ['350rb', null],
  ['1.250.00', null],
  ['Rp Rp 5', null],
  ['5 rb', null],
  ['99999999999999999999', null],
  ['١٢', null],
])('parseRupiah(%j) is %s', (text, n) => expect(parseRupiah(text)).toBe(n))

test('formatRupiah agrees with Intl and parseRupiah reads its result', () => {
  const intl = new Intl.NumberFormat('id-ID', {
    style: 'currency',
    currency: 'IDR',
    maximumFractionDigits: 0,
  })
  everySeed(1000, (r) => {
    const n = r.anySize(1e15)
    expect(formatRupiah(n)).toBe(intl.format(n).replace(/\s/g, ''))
    expect(formatRupiah(-n)).toBe(
      intl
        .format(-n)
        .replace(/\s/g, '')
        .replace(/^-Rp0$/, 'Rp0'),
    )
    for (const text of [formatRupiah(n), formatNumber(n), String(n), intl.format(n)])
      expect(parseRupiah(text)).toBe(n)
    // An amount with a dot at the wrong position is rejected, not parsed as a different amount.
    expect(parseRupiah(formatNumber(n + 1000).replace(/\.(\d)/, '$1.'))).toBeNull()
  })
})

describe('rounding', () => {
  test.each([
    [1499, 1000, 1000],
    [1500, 1000, 2000],
    [499, 1000, 0],
    [500, 1000, 1000],
    [250_000, 1000, 250_000],
    [1234, 1, 1234],
    [1234, 0, 1234],
    [149, 100, 100],
    [150, 100, 200],
    [-1500, 1000, -1000],
    [-1501, 1000, -2000],
  ])('roundTo(%i, %i) is %i', (n, unit, expected) => expect(roundTo(n, unit)).toBe(expected))
  test.each([
    [700_000, 500, 1, 35_000],
    [700_000, 700, 1, 49_000],
    [100, 1250, 1, 13],
    [1, 5000, 1, 1],
    [1, 4999, 1, 0],
    [333, 1100, 1, 37],
    [999_999_999_999, 10_000, 1, 999_999_999_999],
    [999_999_999_999, 1, 1, 100_000_000],
    [0, 1100, 1, 0],
    [335_000, 750, 1000, 25_000],
    [340_000, 750, 1000, 26_000],
    // 10 % of 4996 is 499.6, which rounds to 0. Rounding to whole rupiah first would give 500,
    // which rounds to 1000.
    [4996, 1000, 1000, 0],
  ])('percentOf(%i, %i, %i) is %i', (n, h, unit, expected) =>
    expect(percentOf(n, h, unit)).toBe(expected),
  )
  test('is exact up to a trillion', () =>
    everySeed(3000, (r) => {
      const [n, h, unit] = [
        r.anySize(1e12),
        r.int(0, 10_000),
        r.pick([1, 1, 100, 500, 1000, 10_000]),
      ]
      expect(percentOf(n, h, unit)).toBe(exactRound(n, h, 10_000, unit))
      expect(roundTo(-n, unit)).toBe(exactRound(-n, 1, 1, unit))
      const q = r.int(1, 8)
      const p = r.int(0, q)
      expect(scale(n, p, q, unit)).toBe(exactRound(n, p, q, unit))
      expect(Math.abs(scale(n, p, q, unit) * q - n * p)).toBeLessThanOrEqual((unit * q) / 2)
    }))
})

test.each([
  [0, '0'],
  [950, '950'],
  [1500, '1,5 rb'],
  [1_250_000, '1,3 jt'],
  [12_500_000, '13 jt'],
  [999_999, '1 jt'],
  [2_000_000_000, '2 M'],
  [1_500_000_000_000, '1,5 T'],
  [-1_250_000, '-1,3 jt'],
])('formatCompact(%i)', (n, text) => expect(formatCompact(n)).toBe(text))
