import { expect, test } from 'vitest'
import {
  formatNomor,
  maxNomor,
  numberIn,
  perGedung,
  checkNomorFormat,
  sequenceIn,
  seriesOf,
} from '#contract/billing/rules/numberFormat.ts'
import { everySeed } from '#contract/values/random.ts'

test.each([
  ['INV/{YYYY}/{MM}/{0001}', 7, undefined, 'INV/2026/11/0007'],
  ['INV/{YYYY}/{MM}/{0001}', 12345, undefined, 'INV/2026/11/12345'],
  ['KW-{YY}{MM}-{001}', 7, undefined, 'KW-2611-007'],
  ['{1}/INV/{romawi}/{YYYY}', 42, undefined, '42/INV/XI/2026'],
  ['INV/{gedung}/{YYYY}/{MM}/{0001}', 1, 'JKT', 'INV/JKT/2026/11/0001'],
])('formatNomor %s', (format, sequence, gedung, nomor) =>
  expect(formatNomor(format, { tanggal: '2026-11-20', sequence, gedung })).toBe(nomor),
)
test('writes months in Roman numerals', () =>
  expect(
    Array.from({ length: 12 }, (_, m) =>
      formatNomor('{romawi}', {
        tanggal: `2026-${String(m + 1).padStart(2, '0')}-01`,
        sequence: 1,
      }),
    ).join(' '),
  ).toBe('I II III IV V VI VII VIII IX X XI XII'))
test('throws without an outlet if the format contains the outlet', () => {
  expect([
    perGedung('INV/{YYYY}/{MM}/{0001}'),
    perGedung('INV/{gedung}/{YYYY}/{MM}/{0001}'),
  ]).toEqual([false, true])
  expect(() =>
    formatNomor('{gedung}/{YYYY}/{MM}/{1}', { tanggal: '2026-11-20', sequence: 1 }),
  ).toThrow(RangeError)
})

const goodFormats = [
  'INV/{YYYY}/{MM}/{0001}',
  'KW/{YY}/{romawi}/{001}',
  'INV-{YYYY}-{MM}-{0001}',
  '{0001}/{gedung}/{romawi}/{YYYY}',
  'INV{YY}{MM}{0001}',
  'PS {YYYY}{MM} {1}',
  '{gedung}{YYYY}/{MM}/{0001}',
] as const
test.each(goodFormats)('accepts %s', (format) => expect(checkNomorFormat(format)).toEqual([]))
test.each([
  ['', /tahun/],
  ['INV/{MM}/{0001}', /tahun/],
  ['INV/{YYYY}/{YY}/{MM}/{0001}', /tahun/],
  ['INV/{YYYY}/{0001}', /bulan/],
  ['INV/{YYYY}/{MM}/{romawi}/{0001}', /bulan/],
  ['INV/{YYYY}/{MM}', /urut/],
  ['INV/{YYYY}/{MM}/{0001}/{01}', /urut/],
  ['INV/{YYYY}/{MM}/{0002}', /\{0002\} tidak dikenal/],
  ['INV/{yyyy}/{MM}/{0001}', /\{yyyy\} tidak dikenal/],
  ['INV/{}/{YYYY}/{MM}/{0001}', /tidak dikenal/],
  ['INV/{YYYY/{MM}/{0001}', /tahun/],
  ['INV/{YYYY}/{MM}/{0001}}', /Hanya huruf/],
  ['INV<b>/{YYYY}/{MM}/{0001}', /Hanya huruf/],
  ['{gedung}/{gedung}/{YYYY}/{MM}/{0001}', /sekali/],
  ['INV/{YYYY}/{MM}/{gedung}{0001}', /Pisahkan/],
  ['INV/{YYYY}/{romawi}{0001}', /Pisahkan/],
  ['{gedung}{YYYY}{0001}/{MM}', /Pisahkan/],
  ['{gedung}A{0001}/{YYYY}/{MM}', /Pisahkan/],
  ['TAGIHAN/SEKOLAHKU/{YYYY}/{MM}/{0001}', /30 karakter/],
])('rejects the format %j', (format, message) =>
  expect(checkNomorFormat(format).join('; ')).toMatch(message),
)

test('never writes a number twice or longer than its column', () =>
  everySeed(500, (r) => {
    const format = r.pick(goodFormats)
    const makeInput = () => ({
      tanggal: `20${r.int(25, 27)}-${String(r.int(1, 12)).padStart(2, '0')}-05`,
      sequence: r.anySize(99_999),
      gedung: r.pick(['A', 'A1', 'A11', 'JKT', 'XI', 'ABCDEF']),
    })
    const keyByNomor = new Map<string, string>()
    for (let i = 0; i < 60; i++) {
      const x = makeInput()
      const nomor = formatNomor(format, x)
      const uniqueKey = JSON.stringify([x.tanggal, x.sequence, perGedung(format) ? x.gedung : ''])
      expect(keyByNomor.get(nomor) ?? uniqueKey).toBe(uniqueKey)
      expect(nomor.length).toBeLessThanOrEqual(maxNomor)
      keyByNomor.set(nomor, uniqueKey)
    }
  }))

test.each([
  ['INV/{YYYY}/{MM}/{0001}', 'INV/2026/11/#', 'INV/2026/11/0007'],
  ['{001}/INV/{romawi}/{YY}', '#/INV/XI/26', '007/INV/XI/26'],
  ['{gedung}-{YY}{MM}-{1}/A', 'JKT-2611-#/A', 'JKT-2611-7/A'],
])('reads and writes numbers of the series of %s', (format, series, nomor) => {
  expect(seriesOf(format, { tanggal: '2026-11-20', gedung: 'JKT' })).toBe(series)
  expect(numberIn(format, series, 7)).toBe(nomor)
  expect(sequenceIn(series, nomor)).toBe(7)
})
test.each([
  'INV/2026/12/0007',
  'INV/2026/11/',
  'INV/2026/11/7a',
  'INV/2026/11/7/2',
  'XINV/2026/11/7',
  '',
])('returns undefined for %s of another series', (nomor) =>
  expect(sequenceIn('INV/2026/11/#', nomor)).toBeUndefined(),
)
test('recognises the numbers of a series among those of others, whatever the digits', () =>
  everySeed(500, (r) => {
    const [format, otherFormat] = [r.pick(goodFormats), r.pick(goodFormats)]
    const written = () => ({
      tanggal: `20${r.int(25, 27)}-${String(r.int(1, 12)).padStart(2, '0')}-05`,
      gedung: r.pick(['A', 'A1', 'XI', 'JKT']),
    })
    const [paper, otherPaper] = [written(), written()]
    const [series, foreign] = [seriesOf(format, paper), seriesOf(otherFormat, otherPaper)]
    const sequence = r.anySize(99_999)
    const nomor = numberIn(format, series, sequence)
    expect(nomor).toBe(formatNomor(format, { ...paper, sequence }))
    expect(sequenceIn(series, nomor)).toBe(sequence)
    // Checks that the number belongs to no other series of the same format. Series of different
    // formats may contain equal numbers, so they are not compared.
    expect(
      format === otherFormat && foreign !== series ? sequenceIn(foreign, nomor) : undefined,
    ).toBeUndefined()
  }))
