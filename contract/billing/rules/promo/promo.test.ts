import { describe, expect, test } from 'vitest'
import { computePromo } from '#contract/billing/rules/promo/computePromo.ts'
import {
  discountReason,
  manualDiscount,
  toLinePromos,
} from '#contract/billing/rules/promo/linePromos.ts'
import {
  promoDay,
  promoText,
  type PromoLine,
  type Promo,
} from '#contract/billing/rules/promo/promo.ts'
import { enrolmentMonth } from '#contract/billing/rules/promo/promoMatch.ts'
import { computeItem } from '#contract/billing/rules/tagihan.ts'
import { makeRandom } from '#contract/values/random.ts'

const promo = (id: number, more: Partial<Promo> = {}): Promo => ({
  id,
  kode: null,
  nama: `Promo ${id}`,
  tipe: 'persen',
  nilai: 500,
  maks_diskon: null,
  jenis_sifat: [],
  kursus: [],
  kategori: [],
  gedung: [],
  min_kursus_keluarga: null,
  urutan_anak: null,
  peserta_baru: false,
  mulai: '2026-01-01',
  selesai: null,
  durasi_bulan: null,
  kuota: null,
  kuota_per_akun: null,
  dapat_digabung: true,
  prioritas: 0,
  status: 'aktif',
  terpakai: 0,
  terpakai_akun: 0,
  firstUses: new Map(),
  ...more,
})
/**
 * Returns a tuition line of Rp700.000 for the child `id`. The enrolment of child 1 starts in March
 * 2021, that of child 2 in March 2022, and so on.
 */
const childLine = (id: number, more: Partial<PromoLine> = {}): PromoLine => ({
  id,
  peserta_id: id,
  kursus_peserta_id: id,
  mulai: `202${id}-03-01`,
  kursus_id: 1,
  kategori_kursus_id: 1,
  mulai_pertama: `202${id}-03-01`,
  gedung_id: 1,
  sifat: 'kursus',
  tanggal: '2026-11-20',
  bruto: 700_000,
  ...more,
})
const compute = (
  lines: PromoLine[],
  promos: Promo[],
  { tanggal, ...more }: { kode?: string; tanggal?: string; periode?: string } = {},
) =>
  computePromo({
    periode: '2026-11',
    kode: null,
    pembulatan: 1000,
    baris: tanggal === undefined ? lines : lines.map((b) => ({ ...b, tanggal })),
    promo: promos,
    ...more,
  })
/** Returns the discount of each line, in the order of the line ids. */
const discounts = (...args: Parameters<typeof compute>) =>
  compute(...args)
    .baris.toSorted((a, b) => a.id - b.id)
    .map((b) => b.diskon)
const reasons = (...args: Parameters<typeof compute>) =>
  compute(...args).putusan.map((v) => v.alasan)

test('charges Rp2.681.000 for four courses with tiers 0/5/5/7 % (domain.md 3.4)', () => {
  const tiers = [
    promo(1, { nama: 'Kakak adik', urutan_anak: 2, nilai: 500 }),
    promo(2, { nama: 'Anak keempat', urutan_anak: 4, nilai: 700, prioritas: 10 }),
  ]
  const lines = [4, 2, 1, 3].map((id) => childLine(id))
  expect(discounts(lines, tiers)).toEqual([0, 35_000, 35_000, 49_000])
  expect(
    lines.reduce((sum, b) => sum + b.bruto, 0) - discounts(lines, tiers).reduce((a, b) => a + b, 0),
  ).toBe(2_681_000)
})

describe('a promo for two children', () => {
  const twoChildren = [childLine(1), childLine(2)]
  test.each<
    [
      name: string,
      promos: Promo[],
      expected: number[],
      more?: { kode?: string; tanggal?: string; periode?: string; baris?: PromoLine[] },
    ]
  >([
    ['percent of the prorated line, rounded', [promo(1, { nilai: 333 })], [23_000, 23_000]],
    [
      'percent of a line that is prorated',
      [promo(1, { nilai: 1000 })],
      [35_000, 70_000],
      { baris: [childLine(1, { bruto: 350_000 }), childLine(2)] },
    ],
    [
      'nominal, never more than the line',
      [promo(1, { tipe: 'nominal', nilai: 100_000 })],
      [100_000, 40_000],
      { baris: [childLine(1), childLine(2, { bruto: 40_000 })] },
    ],
    ['at most maks_diskon', [promo(1, { nilai: 2000, maks_diskon: 50_000 })], [50_000, 50_000]],
    ['second child on', [promo(1, { urutan_anak: 2 })], [0, 35_000]],
    [
      'second child by the day it began, not by id',
      [promo(1, { urutan_anak: 2 })],
      [35_000, 0],
      { baris: [childLine(1, { mulai: '2026-01-01' }), childLine(2, { mulai: '2020-01-01' })] },
    ],
    [
      'children who began on the same day, by id',
      [promo(1, { urutan_anak: 2 })],
      [0, 35_000],
      { baris: [childLine(1, { mulai: '2025-01-01' }), childLine(2, { mulai: '2025-01-01' })] },
    ],
    [
      'two courses of one child are one child',
      [promo(1, { urutan_anak: 2 })],
      [0, 0],
      { baris: [childLine(1), childLine(2, { peserta_id: 1 })] },
    ],
    [
      'a sibling whose bill stands counts',
      [promo(1, { urutan_anak: 2 })],
      [35_000],
      { baris: [childLine(1, { standing: [] }), childLine(2)] },
    ],
    ['two courses in the family', [promo(1, { min_kursus_keluarga: 2 })], [35_000, 35_000]],
    ['three courses in the family', [promo(1, { min_kursus_keluarga: 3 })], [0, 0]],
    [
      'other outlet',
      [promo(1, { gedung: [2] })],
      [0, 35_000],
      { baris: [childLine(1), childLine(2, { gedung_id: 2 })] },
    ],
    ['other course', [promo(1, { kursus: [7] })], [0, 0]],
    [
      'other category',
      [promo(1, { kategori: [1] })],
      [35_000, 0],
      { baris: [childLine(1), childLine(2, { kategori_kursus_id: 2 })] },
    ],
    [
      'other kind of line',
      [promo(1, { jenis_sifat: ['kursus'] })],
      [35_000, 0],
      { baris: [childLine(1), childLine(2, { sifat: 'produk', kursus_id: null })] },
    ],
    ['new student', [promo(1, { peserta_baru: true, mulai: '2022-01-01' })], [0, 35_000]],
    [
      'whoever has no course yet is new',
      [promo(1, { peserta_baru: true, mulai: '2026-11-01' })],
      [35_000, 0],
      { baris: [childLine(1, { mulai_pertama: null }), childLine(2)] },
    ],
    ['first day', [promo(1, { mulai: '2026-11-20' })], [35_000, 35_000]],
    ['day before', [promo(1, { mulai: '2026-11-21' })], [0, 0]],
    ['last day', [promo(1, { selesai: '2026-11-20' })], [35_000, 35_000]],
    ['day after', [promo(1, { selesai: '2026-11-19' })], [0, 0]],
    ['off', [promo(1, { status: 'nonaktif' })], [0, 0]],
    [
      'three months from the first use: the third',
      [promo(1, { durasi_bulan: 3, firstUses: new Map([[1, '2026-09']]) })],
      [35_000, 35_000],
    ],
    [
      'three months from the first use: the fourth',
      [promo(1, { durasi_bulan: 3, firstUses: new Map([[1, '2026-08']]) })],
      [0, 35_000],
    ],
    [
      'new at the first use stays new as long as it lasts',
      [
        promo(1, {
          peserta_baru: true,
          mulai: '2026-10-01',
          durasi_bulan: 2,
          firstUses: new Map([[1, '2026-10']]),
        }),
      ],
      [35_000, 0],
    ],
    [
      'free registration',
      [promo(1, { tipe: 'gratis_pendaftaran', nilai: 0 })],
      [0, 250_000],
      {
        baris: [
          childLine(1),
          childLine(2, { sifat: 'pendaftaran', bruto: 250_000, kursus_id: null }),
        ],
      },
    ],
    [
      'third month free',
      [promo(1, { tipe: 'gratis_bulan_ke_n', nilai: 3 })],
      [700_000, 0],
      { baris: [childLine(1, { mulai: '2026-09-30' }), childLine(2, { mulai: '2026-10-01' })] },
    ],
    ['quota for one line goes to the oldest', [promo(1, { kuota: 5, terpakai: 4 })], [35_000, 0]],
    ['quota used up', [promo(1, { kuota: 5, terpakai: 5 })], [0, 0]],
    ['quota of the family', [promo(1, { kuota_per_akun: 2, terpakai_akun: 1 })], [35_000, 0]],
    [
      'highest priority, not the larger',
      [promo(1, { nilai: 2000 }), promo(2, { nilai: 500, prioritas: 5 })],
      [35_000, 35_000],
    ],
    [
      'same priority: the larger',
      [promo(1, { nilai: 500 }), promo(2, { nilai: 700 })],
      [49_000, 49_000],
    ],
    [
      'highest priority used up: the next',
      [promo(1, { nilai: 1000, prioritas: 5, kuota: 1 }), promo(2)],
      [70_000, 35_000],
    ],
    [
      'not combinable: the single best for the family',
      [
        promo(1, { dapat_digabung: false, nilai: 1000, urutan_anak: 2 }),
        promo(2, { dapat_digabung: false, nilai: 600 }),
      ],
      [42_000, 42_000],
    ],
    [
      'not combinable, and worth less than the others together',
      [
        promo(1, { dapat_digabung: false, nilai: 600, prioritas: 99 }),
        promo(2, { nilai: 500 }),
        promo(3, { urutan_anak: 2, nilai: 1000, prioritas: 1 }),
      ],
      [35_000, 70_000],
    ],
    ['a code without its code', [promo(1, { kode: 'HEMAT' })], [0, 0]],
    [
      'a code',
      [promo(1, { kode: 'HEMAT', tipe: 'nominal', nilai: 50_000 })],
      [50_000, 50_000],
      { kode: 'HEMAT' },
    ],
    [
      'a code is taken off after an automatic one, both of the whole line',
      [promo(1), promo(2, { kode: 'HEMAT', nilai: 1000 })],
      [105_000, 105_000],
      { kode: 'HEMAT' },
    ],
    [
      'both together take no more than the line',
      [promo(1, { nilai: 6000 }), promo(2, { kode: 'HEMAT', nilai: 6000 })],
      [700_000, 700_000],
      { kode: 'HEMAT' },
    ],
    [
      'a code that cannot be combined and gives more',
      [promo(1), promo(2, { kode: 'HEMAT', nilai: 1000, dapat_digabung: false })],
      [70_000, 70_000],
      { kode: 'HEMAT' },
    ],
    [
      'a code that cannot be combined and gives less',
      [promo(1, { nilai: 2000 }), promo(2, { kode: 'HEMAT', nilai: 1000, dapat_digabung: false })],
      [140_000, 140_000],
      { kode: 'HEMAT' },
    ],
    [
      'what stands cannot be combined',
      [promo(1)],
      [0],
      {
        baris: [
          childLine(1, { standing: [{ id: 9, nama: 'Sendiri', dapat_digabung: false }] }),
          childLine(2),
        ],
      },
    ],
    [
      'what stands cannot be combined, and is the same',
      [promo(1, { dapat_digabung: false })],
      [35_000],
      {
        baris: [
          childLine(1, { standing: [{ id: 1, nama: 'Promo 1', dapat_digabung: false }] }),
          childLine(2),
        ],
      },
    ],
    [
      'what stands can be combined: one that cannot does not join',
      [promo(1, { dapat_digabung: false })],
      [0],
      {
        baris: [
          childLine(1, { standing: [{ id: 9, nama: 'Biasa', dapat_digabung: true }] }),
          childLine(2),
        ],
      },
    ],
  ])('%s', (_, promos, expected, { baris = twoChildren, ...more } = {}) => {
    expect(discounts(baris, promos, more)).toEqual(expected)
  })

  test('states why a promo does not apply', () => {
    expect(reasons(twoChildren, [promo(1, { urutan_anak: 2 })])).toEqual([
      'Anak ke-1 dalam keluarga, promo mulai anak ke-2',
      null,
    ])
    expect(reasons([childLine(1)], [promo(1, { selesai: '2026-10-31' })])).toEqual([
      'Sudah berakhir 31 Oktober 2026',
    ])
    expect(reasons([childLine(1)], [promo(1, { kuota: 7, terpakai: 7 })])).toEqual([
      'Kuota 7 sudah habis',
    ])
    expect(reasons([childLine(1)], [promo(1, { tipe: 'gratis_bulan_ke_n', nilai: 2 })])).toEqual([
      'Bulan ke-69 kursus ini, promo untuk bulan ke-2',
    ])
    expect(reasons(twoChildren, [promo(1, { kuota: 1 })])).toEqual([
      null,
      'Kuota yang tersisa dipakai baris lain',
    ])
    expect(
      reasons(
        [childLine(1)],
        [
          promo(1, { nama: 'Kecil' }),
          promo(2, { nama: 'Besar', nilai: 900, dapat_digabung: false }),
        ],
      ),
    ).toEqual(['Tidak dapat digabung, Besar memberi lebih banyak', null])
    expect(
      reasons(
        [childLine(1)],
        [promo(1, { nama: 'Kecil' }), promo(2, { nama: 'Utama', prioritas: 3 })],
      ),
    ).toEqual([null, 'Utama didahulukan'])
  })
})

test('keeps lines between 0 and their amount, keeps quotas and ignores the input order', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const r = makeRandom(seed)
    const standing = [1, 2, 3, 4, 5].map((id) => ({ id, nama: 'Lama', dapat_digabung: r.chance() }))
    const lines = Array.from({ length: r.int(1, 6) }, (_, i): PromoLine =>
      childLine(i + 1, {
        peserta_id: r.chance(0.1) ? null : r.int(1, 4),
        mulai: r.chance(0.2) ? null : `202${r.int(4, 6)}-0${r.int(1, 9)}-01`,
        bruto: r.anySize(2_000_000),
        gedung_id: r.int(1, 2),
        kursus_id: r.int(1, 3),
        sifat: r.pick(['kursus', 'kursus', 'pendaftaran', 'produk']),
        ...(r.chance(0.2) && { standing: r.chance() ? [] : [standing[r.int(0, 4)]!] }),
      }),
    )
    const codes = ['B', 'A']
    const promos = Array.from({ length: r.int(1, 5) }, (_, i) =>
      promo(i + 1, {
        tipe: r.pick(['persen', 'nominal', 'gratis_pendaftaran', 'gratis_bulan_ke_n']),
        nilai: r.int(1, 10_000),
        dapat_digabung: r.chance(),
        prioritas: r.int(0, 2),
        kode: r.chance(0.3) ? codes[i % 2]! : null,
        maks_diskon: r.chance(0.3) ? 1 + r.anySize(500_000) : null,
        urutan_anak: r.chance(0.3) ? r.int(2, 3) : null,
        min_kursus_keluarga: r.chance(0.2) ? r.int(1, 3) : null,
        kuota: r.chance(0.4) ? r.int(1, 4) : null,
        kuota_per_akun: r.chance(0.2) ? r.int(1, 3) : null,
        terpakai: r.int(0, 2),
        terpakai_akun: r.int(0, 1),
      }),
    ).filter((p, i, all) => p.kode === null || all.findIndex((o) => o.kode === p.kode) === i)
    const result = compute(lines, promos, { kode: 'A' })
    const uses = new Map<number, number>()
    for (const b of result.baris) {
      const line = lines.find((l) => l.id === b.id)!
      expect(line.standing, `seed ${seed}`).toBeUndefined()
      expect(b.diskon, `seed ${seed}`).toBe(b.promo.reduce((sum, p) => sum + p.diskon, 0))
      expect(
        b.diskon >= 0 &&
          b.diskon <= line.bruto &&
          b.promo.length <= 2 &&
          b.promo.every((p) => p.diskon > 0),
        `seed ${seed}`,
      ).toBe(true)
      for (const p of b.promo) uses.set(p.id, (uses.get(p.id) ?? 0) + 1)
    }
    for (const p of promos)
      expect(uses.get(p.id) ?? 0, `seed ${seed}`).toBeLessThanOrEqual(
        Math.max(
          0,
          Math.min((p.kuota ?? 99) - p.terpakai, (p.kuota_per_akun ?? 99) - p.terpakai_akun),
        ),
      )
    const together = promos.filter((p) => uses.has(p.id))
    expect(together.length === 1 || together.every((p) => p.dapat_digabung), `seed ${seed}`).toBe(
      true,
    )
    const turned = compute(lines.toReversed(), promos.toReversed(), { kode: 'A' })
    expect(turned, `seed ${seed}`).toEqual(result)
  }
})

test('applies promo, code and manual discount to a line, then PPN', () => {
  expect(
    computeItem({
      qty: 1,
      harga_satuan: 700_000,
      pembulatan: 1000,
      promo: [{ nominal: 35_000 }],
      kode_promo: [{ nominal: 70_000 }],
      diskon: 95_000,
      ppn_persen: 1100,
    }),
  ).toEqual({ jumlah_bruto: 700_000, diskon: 200_000, ppn: 55_000, jumlah: 555_000 })
})
test('separates the manual discount from the discounts of promos', () => {
  const stored = toLinePromos(
    [
      { id: 1, diskon: 35_000 },
      { id: 2, diskon: 10_000 },
    ],
    new Map([
      [1, { nama: 'Kakak adik' }],
      [2, { nama: 'Hemat' }],
    ]),
  )
  expect(stored).toEqual({
    promo_id: 1,
    promo_diskon: 35_000,
    promo_kedua_id: 2,
    promo_kedua_diskon: 10_000,
    promo_alasan: 'Kakak adik + Hemat',
  })
  const diskon_alasan = discountReason(stored, 'Ganti rugi; libur')
  expect(diskon_alasan).toBe('Kakak adik + Hemat; Ganti rugi; libur')
  expect(manualDiscount({ ...stored, diskon: 50_000, diskon_alasan })).toEqual({
    diskon: 5000,
    diskon_alasan: 'Ganti rugi; libur',
  })
  expect(
    manualDiscount({ ...stored, diskon: 45_000, diskon_alasan: discountReason(stored, null) }),
  ).toEqual({ diskon: 0, diskon_alasan: null })
})
test('returns the month of an enrolment, the day of a promo and its text', () => {
  expect([
    enrolmentMonth('2026-09-30', '2026-11'),
    enrolmentMonth('2025-12-01', '2026-01'),
  ]).toEqual([3, 2])
  expect([
    promoDay(null, '2026-11-20'),
    promoDay('2026-10-25', '2026-11-20'),
    promoDay('2026-11-25', '2026-11-20'),
  ]).toEqual(['2026-11-20', '2026-11-20', '2026-11-25'])
  expect([
    promoText({ tipe: 'persen', nilai: 1250, maks_diskon: 50_000 }),
    promoText({ tipe: 'persen', nilai: 505, maks_diskon: null }),
    promoText({ tipe: 'nominal', nilai: 1_250_000, maks_diskon: null }),
    promoText({ tipe: 'gratis_bulan_ke_n', nilai: 3, maks_diskon: null }),
  ]).toEqual([
    '12,5 %, paling banyak Rp50.000',
    '5,05 %',
    'Rp1.250.000 per baris',
    'Gratis bulan ke-3',
  ])
})
