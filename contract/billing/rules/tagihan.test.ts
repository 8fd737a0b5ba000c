import { describe, expect, test } from 'vitest'
import { paymentStatusOf } from '#contract/billing/rules/paymentStatus.ts'
import {
  computeItem,
  orderItems,
  generateDates,
  monthsToGenerate,
  totalTagihan,
  type ItemInput,
  type Reduction,
} from '#contract/billing/rules/tagihan.ts'
import { everySeed, type Random } from '#contract/values/random.ts'
import { percentOf } from '#contract/values/rupiah.ts'
import { addDays, addMonths } from '#contract/values/tanggal.ts'

const base: ItemInput = {
  qty: 1,
  harga_satuan: 500_000,
  pembulatan: 1000,
  diskon: 0,
  ppn_persen: 0,
}

describe('computeItem', () => {
  // The last element of each row holds the expected bruto, diskon, ppn and jumlah.
  test.each<[string, Partial<ItemInput>, [number, number, number, number]]>([
    ['plain', {}, [500_000, 0, 0, 500_000]],
    ['quantity', { qty: 3, harga_satuan: 12_345 }, [37_035, 0, 0, 37_035]],
    ['prorated', { prorata: { pembilang: 2, penyebut: 4 } }, [250_000, 0, 0, 250_000]],
    [
      'prorated and rounded',
      { harga_satuan: 450_000, prorata: { pembilang: 1, penyebut: 4 } },
      [113_000, 0, 0, 113_000],
    ],
    [
      'a full month is not rounded',
      { harga_satuan: 499_900, prorata: { pembilang: 4, penyebut: 4 } },
      [499_900, 0, 0, 499_900],
    ],
    [
      'manual discount after proration',
      { prorata: { pembilang: 2, penyebut: 4 }, diskon: 50_000 },
      [250_000, 50_000, 0, 200_000],
    ],
    [
      'discount stops at 0',
      { prorata: { pembilang: 1, penyebut: 4 }, diskon: 400_000 },
      [125_000, 125_000, 0, 0],
    ],
    [
      'PPN on the net, to Rp1',
      { harga_satuan: 99_999, diskon: 4, ppn_persen: 1100 },
      [99_999, 4, 10_999, 110_994],
    ],
    ['PPN half up', { harga_satuan: 50, ppn_persen: 1100 }, [50, 0, 6, 56]],
    ['no PPN on nothing', { diskon: 500_000, ppn_persen: 1100 }, [500_000, 500_000, 0, 0]],
    [
      'percent promo on the prorated line',
      { prorata: { pembilang: 2, penyebut: 4 }, promo: [{ persen: 1000 }] },
      [250_000, 25_000, 0, 225_000],
    ],
    [
      'percent promo rounds to pembulatan',
      { harga_satuan: 335_000, promo: [{ persen: 750 }] },
      [335_000, 25_000, 0, 310_000],
    ],
    [
      'percent promo with a maximum',
      { promo: [{ persen: 5000, maks: 100_000 }] },
      [500_000, 100_000, 0, 400_000],
    ],
    [
      'promo, code and manual add up; percents share one base',
      { promo: [{ persen: 1000 }], kode_promo: [{ persen: 1000 }], diskon: 10_000 },
      [500_000, 110_000, 0, 390_000],
    ],
    [
      'promos beyond the line',
      { promo: [{ nominal: 300_000 }], kode_promo: [{ nominal: 300_000 }], ppn_persen: 1100 },
      [500_000, 500_000, 0, 0],
    ],
  ])('%s', (_, change, [jumlah_bruto, diskon, ppn, jumlah]) =>
    expect(computeItem({ ...base, ...change })).toEqual({ jumlah_bruto, diskon, ppn, jumlah }),
  )

  test('computes the worked case of 3.4: four courses, tiers 0/5/5/7 %', () => {
    const items = [0, 500, 500, 700].map((persen) =>
      computeItem({ ...base, harga_satuan: 700_000, promo: [{ persen }] }),
    )
    expect(items.map((i) => i.jumlah)).toEqual([700_000, 665_000, 665_000, 651_000])
    expect(totalTagihan(items)).toEqual({
      subtotal: 2_800_000,
      total_diskon: 119_000,
      total_ppn: 0,
      total: 2_681_000,
    })
  })

  const randomReductions = (r: Random): Reduction[] =>
    Array.from({ length: r.int(0, 2) }, () =>
      r.chance()
        ? { nominal: r.anySize(1e6) }
        : { persen: r.int(0, 10_000), maks: r.chance() ? r.anySize(1e6) : undefined },
    )
  const randomItem = (r: Random): ItemInput => {
    const penyebut = r.int(1, 8)
    return {
      qty: r.int(1, 1000),
      harga_satuan: r.anySize(1e9),
      pembulatan: r.pick([1, 100, 1000]),
      prorata: r.chance() ? { pembilang: r.int(0, penyebut), penyebut } : null,
      promo: randomReductions(r),
      kode_promo: randomReductions(r),
      diskon: r.chance() ? r.anySize(1e9) : 0,
      ppn_persen: r.pick([0, 0, 1100, 1200]),
    }
  }
  test('returns consistent sums without negative amounts for any lines', () =>
    everySeed(2000, (r) => {
      const inputs = Array.from({ length: r.int(1, 6) }, () => randomItem(r))
      const items = inputs.map(computeItem)
      items.forEach((i, n) => {
        const input = inputs[n] ?? base
        for (const nilai of Object.values(i))
          expect(Number.isSafeInteger(nilai) && nilai >= 0).toBe(true)
        expect(i.jumlah_bruto - i.diskon + i.ppn).toBe(i.jumlah)
        expect(i.jumlah_bruto).toBeLessThanOrEqual(input.qty * input.harga_satuan)
        expect(i.diskon).toBeLessThanOrEqual(i.jumlah_bruto)
        expect(i.diskon).toBeGreaterThanOrEqual(Math.min(input.diskon, i.jumlah_bruto))
        expect(i.ppn).toBe(percentOf(i.jumlah_bruto - i.diskon, input.ppn_persen))
        expect(computeItem({ ...input, diskon: input.diskon + 1 }).jumlah).toBeLessThanOrEqual(
          i.jumlah,
        )
      })
      const t = totalTagihan(items)
      expect(t.total).toBe(items.reduce((sum, i) => sum + i.jumlah, 0))
      expect(t.subtotal - t.total_diskon + t.total_ppn).toBe(t.total)
    }))
})

test('totalTagihan returns zeros without lines', () =>
  expect(totalTagihan([])).toEqual({ subtotal: 0, total_diskon: 0, total_ppn: 0, total: 0 }))

test('orderItems orders by kind and numbers from 1', () => {
  expect(
    orderItems({
      denda: [{ d: 'denda' }],
      kursus: [{ d: 'piano' }, { d: 'biola' }],
      lain: [],
      produk: [{ d: 'buku' }],
      tambahan: [{ d: 'sewa' }],
    }),
  ).toEqual([
    { d: 'piano', urutan: 1 },
    { d: 'biola', urutan: 2 },
    { d: 'sewa', urutan: 3 },
    { d: 'buku', urutan: 4 },
    { d: 'denda', urutan: 5 },
  ])
})

test.each([
  [1, 500, 0, 0],
  [1, 500, 1, 1],
  [1, 500, 499, 1],
  [1, 500, 500, 2],
  [1, 0, 0, 2],
  [0, 0, 0, 0],
  [0, 500, 0, 0],
])('paymentStatusOf status %i, total %i, paid %i is %i', (status, total, terbayar, expected) =>
  expect(paymentStatusOf({ status, total, terbayar })).toBe(expected),
)

describe('generateDates', () => {
  test.each<[name: string, string, number, number, string, string, string]>([
    ['ahead of the issue date', '2026-11', 25, 10, '2026-10-20', '2026-10-25', '2026-11-10'],
    ['between issue and due', '2026-11', 25, 10, '2026-11-03', '2026-10-25', '2026-11-10'],
    ['on the due day', '2026-11', 25, 10, '2026-11-10', '2026-10-25', '2026-11-10'],
    ['after the due day', '2026-11', 25, 10, '2026-11-11', '2026-11-11', '2026-11-18'],
    [
      'after it, over the end of the month',
      '2026-11',
      25,
      10,
      '2026-11-28',
      '2026-11-28',
      '2026-12-05',
    ],
    ['issue day clamped', '2027-03', 31, 10, '2027-02-01', '2027-02-28', '2027-03-10'],
    ['due day clamped', '2027-02', 25, 31, '2027-02-01', '2027-01-25', '2027-02-28'],
    ['over the year', '2027-01', 25, 10, '2026-12-01', '2026-12-25', '2027-01-10'],
  ])('%s', (_, ...row) => {
    const [periode, hari_terbit, jatuh_tempo_hari, today, tanggal_terbit, jatuh_tempo] = row
    expect(generateDates({ periode, hari_terbit, jatuh_tempo_hari, today })).toEqual({
      tanggal_terbit,
      jatuh_tempo,
    })
  })
  test('returns no due date before the issue date or before today', () =>
    everySeed(1000, (r) => {
      const today = addDays('2026-01-01', r.int(0, 1000))
      const periode = addMonths(today.slice(0, 7), r.int(-3, 3))
      const { tanggal_terbit, jatuh_tempo } = generateDates({
        periode,
        hari_terbit: r.int(1, 31),
        jatuh_tempo_hari: r.int(1, 31),
        today,
      })
      expect(jatuh_tempo > tanggal_terbit && jatuh_tempo >= today).toBe(true)
    }))
})

describe('monthsToGenerate', () => {
  test.each([
    ['2026-11-24', 25, ['2026-11']],
    ['2026-11-25', 25, ['2026-11', '2026-12']],
    ['2026-12-31', 25, ['2026-12', '2027-01']],
    // Bills are issued on the last day of a month that is shorter than `hari_terbit`.
    ['2026-02-27', 31, ['2026-02']],
    ['2026-02-28', 31, ['2026-02', '2026-03']],
  ])(
    'contains the running month, and the next one from the issue day on: %s',
    (today, hari_terbit, months) => {
      expect(monthsToGenerate({ today, hari_terbit })).toEqual(months)
    },
  )

  test('omits months before the school began', () => {
    const day = { today: '2026-11-25', hari_terbit: 25 }
    expect(monthsToGenerate({ ...day, earliest: '2026-12-01' })).toEqual(['2026-12'])
    expect(monthsToGenerate({ ...day, earliest: '2026-11-20' })).toEqual(['2026-11', '2026-12'])
  })
})
