import { describe, expect, test } from 'vitest'
import {
  allocateFrom,
  allocateOldest,
  checkAlokasi,
  sumAlokasi,
  withParts,
  type OpenBill,
} from '#contract/billing/rules/alokasi.ts'
import { everySeed, type Random } from '#contract/values/random.ts'

const t = (id: number, jatuh_tempo: string, nomor: string | null, sisa: number): OpenBill => ({
  id,
  jatuh_tempo,
  nomor,
  sisa,
})
const bills = [
  t(1, '2026-11-10', 'INV/2026/11/0002', 300),
  t(2, '2026-10-10', 'INV/2026/10/0009', 200),
  t(3, '2026-11-10', 'INV/2026/11/0001', 100),
]

const randomBills = (r: Random) =>
  Array.from({ length: r.int(0, 8) }, (_, i) =>
    t(
      i + 1,
      `2026-${String(r.int(1, 12)).padStart(2, '0')}-10`,
      `INV/${String(r.int(1, 20)).padStart(4, '0')}`,
      r.chance(0.2) ? 0 : r.anySize(1e9),
    ),
  )

describe('allocateOldest', () => {
  test.each<[string, OpenBill[], number, [number, number][], number]>([
    [
      'oldest due date, then number',
      bills,
      350,
      [
        [2, 200],
        [3, 100],
        [1, 50],
      ],
      0,
    ],
    ['a part of the oldest', bills, 150, [[2, 150]], 0],
    ['exactly one', bills, 200, [[2, 200]], 0],
    [
      'over-payment is left',
      bills,
      1000,
      [
        [2, 200],
        [3, 100],
        [1, 300],
      ],
      400,
    ],
    ['prepayment without a bill', [], 500, [], 500],
    [
      'paid bills are passed over',
      [t(1, '2026-01-01', 'A', 0), t(2, '2026-02-01', 'B', 50)],
      40,
      [[2, 40]],
      0,
    ],
    [
      'number 10000 follows 9999',
      [t(1, '2026-01-01', 'INV/2026/01/10000', 10), t(2, '2026-01-01', 'INV/2026/01/9999', 10)],
      10,
      [[2, 10]],
      0,
    ],
    [
      'id decides last',
      [t(5, '2026-01-01', null, 10), t(4, '2026-01-01', null, 10)],
      10,
      [[4, 10]],
      0,
    ],
    ['nothing to give', bills, 0, [], 0],
  ])('%s', (_, tagihan, jumlah, alokasi, sisa) =>
    expect(allocateOldest(tagihan, jumlah)).toEqual({
      alokasi: alokasi.map(([billing_id, n]) => ({ billing_id, jumlah: n })),
      sisa,
    }),
  )

  test('allocates every rupiah in order of due date, whatever the order of the bills', () =>
    everySeed(1000, (r) => {
      const tagihan = randomBills(r)
      const original = structuredClone(tagihan)
      const jumlah = r.anySize(4e9)
      const { alokasi, sisa } = allocateOldest(tagihan, jumlah)
      expect(tagihan).toEqual(original)
      expect(alokasi.reduce((sum, a) => sum + a.jumlah, 0) + sisa).toBe(jumlah)
      expect(checkAlokasi(alokasi, tagihan, jumlah)).toEqual([])
      const inFull = alokasi.map(
        (a) => a.jumlah === tagihan.find((x) => x.id === a.billing_id)?.sisa,
      )
      expect(inFull.slice(0, -1).every(Boolean)).toBe(true)
      expect(sisa === 0 || alokasi.length === tagihan.filter((x) => x.sisa > 0).length).toBe(true)
      const dueDates = alokasi.map(
        (a) => tagihan.find((x) => x.id === a.billing_id)?.jatuh_tempo ?? '',
      )
      expect(dueDates).toEqual(dueDates.toSorted())
      expect(allocateOldest(tagihan.toReversed(), jumlah)).toEqual({ alokasi, sisa })
    }))
})

test.each<[string, [number, number][], number, string[]]>([
  [
    'good',
    [
      [1, 300],
      [2, 50],
    ],
    400,
    [],
  ],
  ['nothing allocated', [], 400, []],
  ['unknown bill', [[9, 10]], 400, ['alokasi.0.billing_id']],
  [
    'bill twice',
    [
      [1, 10],
      [1, 10],
    ],
    400,
    ['alokasi.1.billing_id'],
  ],
  [
    'above what is left',
    [
      [2, 50],
      [3, 101],
    ],
    400,
    ['alokasi.1.jumlah'],
  ],
  ['zero', [[1, 0]], 400, ['alokasi.0.jumlah']],
  ['negative', [[1, -5]], 400, ['alokasi.0.jumlah']],
  ['no whole rupiah', [[1, 1.5]], 400, ['alokasi.0.jumlah']],
  [
    'above the payment',
    [
      [1, 300],
      [2, 101],
    ],
    400,
    ['alokasi'],
  ],
  [
    'several',
    [
      [9, 10],
      [3, 500],
    ],
    400,
    ['alokasi.0.billing_id', 'alokasi.1.jumlah', 'alokasi'],
  ],
])('checkAlokasi: %s', (_, alokasi, jumlah, fields) =>
  expect(
    checkAlokasi(
      alokasi.map(([billing_id, n]) => ({ billing_id, jumlah: n })),
      bills,
      jumlah,
    ).map((i) => i.field),
  ).toEqual(fields),
)

test('a payment equals its parts after any changes of rows, ticks and amounts', () =>
  everySeed(500, (r) => {
    const open = randomBills(r).filter((bill) => bill.sisa > 0)
    let jumlah = r.anySize(4e9)
    let alokasi = allocateFrom(open, jumlah, undefined)
    for (let step = 0; step < 8; step++) {
      const saldo = Math.max(0, jumlah - sumAlokasi(alokasi))
      const changed = open.filter(() => r.chance(0.4))
      const changes = new Map(
        changed.map((bill) => [bill.id, r.chance() ? bill.sisa : r.int(0, bill.sisa)]),
      )
      const before = new Map(alokasi.map((a) => [a.billing_id, a.jumlah]))
      alokasi = withParts(open, alokasi, changes)
      jumlah = sumAlokasi(alokasi) + saldo
      const after = new Map(alokasi.map((a) => [a.billing_id, a.jumlah]))
      for (const { id } of open)
        expect(after.get(id) ?? 0).toBe(changes.get(id) ?? before.get(id) ?? 0)
      expect(checkAlokasi(alokasi, open, jumlah)).toEqual([])
      expect(jumlah - sumAlokasi(alokasi)).toBe(saldo)
      if (r.chance(0.3)) {
        jumlah = r.anySize(4e9)
        alokasi = allocateFrom(open, jumlah, undefined)
      }
    }
  }))
