import { expect, test } from 'vitest'
import {
  dayOf,
  isDay,
  numberText,
  bulan,
  tanggalWithDay,
  timeAgo,
  persen,
  rupiah,
  tanggal,
  shortTanggal,
  valueText,
  phoneText,
  jam,
  jamSpan,
  waktu,
} from '#src/ui/format/format.ts'

test('accepts existing days only', () => {
  const days = [
    '2026-11-20',
    '2028-02-29',
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '20261120',
    '',
  ]
  expect(days.map(isDay)).toEqual([true, true, false, false, false, false, false])
  expect([dayOf('2026-11-20'), dayOf('2026-02-30'), dayOf(7)]).toEqual(['2026-11-20', null, null])
})

test('formats numbers and money in Indonesian', () => {
  expect([0, 999, 1234, -5, 1_250_000].map(numberText)).toEqual([
    '0',
    '999',
    '1.234',
    '-5',
    '1.250.000',
  ])
  expect([0, 500, 1_250_000, -50_000, 1_000_000_000_000].map(rupiah)).toEqual([
    'Rp0',
    'Rp500',
    'Rp1.250.000',
    '-Rp50.000',
    'Rp1.000.000.000.000',
  ])
  expect([0, 1250, 1100, 1133, 10_000].map(persen)).toEqual([
    '0 %',
    '12,5 %',
    '11 %',
    '11,33 %',
    '100 %',
  ])
  expect([numberText, rupiah, persen].flatMap((f) => [f(null), f(undefined)])).toEqual([
    '',
    '',
    '',
    '',
    '',
    '',
  ])
})
test('formats calendar days in any zone and returns other text unchanged', () => {
  expect(tanggal('2026-11-20')).toBe('20 November 2026')
  expect(shortTanggal('2026-08-05')).toBe('5 Agu 2026')
  expect(tanggalWithDay('2026-11-20')).toBe('Jumat, 20 November 2026')
  expect([tanggal('2026-01-01'), tanggal('2024-02-29'), tanggal('2026-12-31')]).toEqual([
    '1 Januari 2026',
    '29 Februari 2024',
    '31 Desember 2026',
  ])
  expect([
    tanggal('kemarin'),
    tanggal(''),
    tanggal(null),
    tanggal(undefined),
    tanggal('2026-13-01'),
  ]).toEqual(['kemarin', '', '', '', '2026-13-01'])
  expect([bulan('2026-11'), bulan('bukan'), bulan(null)]).toEqual(['November 2026', 'bukan', ''])
})
test('formats instants in the zone of the outlet, also across midnight', () => {
  expect(waktu('2026-11-20T02:00:00.000Z')).toBe('20 Nov 2026 09.00 WIB')
  expect(waktu('2026-11-20T16:30:00.000Z', 'Asia/Makassar')).toBe('21 Nov 2026 00.30 WITA')
  expect(waktu('2026-12-31T15:00:00.000Z', 'Asia/Jayapura')).toBe('1 Jan 2027 00.00 WIT')
  expect([waktu(null), waktu(''), waktu('rusak')]).toEqual(['', '', 'rusak'])
})
test('formats the elapsed time in whole units', () => {
  const now = Date.parse('2026-11-22T12:00:00.000Z')
  const ago = (minutes: number) => timeAgo(new Date(now - minutes * 60_000).toISOString(), now)
  expect([-5, 0, 1, 59.9, 60, 180, 47 * 60 + 59, 48 * 60, 60 * 24 * 1500].map(ago)).toEqual([
    'baru saja',
    'baru saja',
    '1 menit lalu',
    '59 menit lalu',
    '1 jam lalu',
    '3 jam lalu',
    '47 jam lalu',
    '2 hari lalu',
    '1.500 hari lalu',
  ])
  expect(timeAgo('bukan')).toBe('baru saja')
})
test('formats phone numbers in groups', () => {
  expect(
    ['+6281234567890', '+62217654321', '+6281112345678', '+6512345678', null].map(phoneText),
  ).toEqual(['+62 812-3456-7890', '+62 21-7654321', '+62 811-1234-5678', '+6512345678', ''])
})
test('formats the value of any field', () => {
  const options = [{ value: 1, label: 'Transfer' }]
  expect([
    valueText(null, undefined),
    valueText('', undefined),
    valueText(undefined, { control: 'rupiah' }),
  ]).toEqual(['–', '–', '–'])
  expect([
    valueText(1, { control: 'select', options }),
    valueText(9, { control: 'select', options }),
  ]).toEqual(['Transfer', '9'])
  expect([
    valueText(true, undefined),
    valueText(false, undefined),
    valueText([], undefined),
    valueText([1, 2], undefined),
  ]).toEqual(['Ya', 'Tidak', 'Semua', '2 pilihan'])
  expect([
    valueText(0, { control: 'rupiah' }),
    valueText(1250, { control: 'percent' }),
    valueText('2026-11-20', { control: 'date' }),
    valueText('2026-11', { control: 'month' }),
    valueText('+6281234567890', { control: 'phone' }),
    valueText('16:00', { control: 'time' }),
    valueText('x', { control: 'text' }),
  ]).toEqual([
    'Rp0',
    '12,5 %',
    '20 November 2026',
    'November 2026',
    '+62 812-3456-7890',
    '16.00',
    'x',
  ])
})

test('formats times of day with a dot, as in Indonesian', () => {
  expect([jam('16:00'), jam('09:30', 'Asia/Makassar'), jam(null), jam('nanti')]).toEqual([
    '16.00',
    '09.30 WITA',
    '',
    'nanti',
  ])
  expect(jamSpan('16:00', '17:30', 'Asia/Jakarta')).toBe('16.00–17.30 WIB')
})
