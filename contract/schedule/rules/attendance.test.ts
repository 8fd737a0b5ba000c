import { expect, test } from 'vitest'
import { KodeAbsensi, StatusKeberangkatan } from '#contract/enums.ts'
import { meaningOf } from '#contract/schedule/rules/attendance.ts'

const codes = KodeAbsensi.options.map((o) => o.value)
const which = (is: (m: ReturnType<typeof meaningOf>) => boolean) =>
  codes.filter((code) => is(meaningOf(code)))

test('who came, came', () =>
  expect(which((m) => m.status_keberangkatan === StatusKeberangkatan.berangkat)).toEqual([
    'HADIR',
    'TERLAMBAT',
  ]))
test('a make-up is owed for an excuse in time, for illness, and for a coach who was not there', () =>
  expect(which((m) => m.dapat_kredit)).toEqual(['IZIN', 'SAKIT', 'PELATIH_TIDAK_HADIR']))
test('what the school owes has no cap', () =>
  expect(which((m) => m.dapat_kredit && !m.kredit_terbatas)).toEqual(['PELATIH_TIDAK_HADIR']))
test('the coach is paid for who came, and for who let them wait', () =>
  expect(which((m) => m.honor_dibayar)).toEqual(['HADIR', 'TERLAMBAT', 'ALPA', 'IZIN_MENDADAK']))
test('everything is charged, but a holiday that lowers the bill', () => {
  expect(which((m) => !m.ditagih)).toEqual([])
  expect(codes.filter((code) => !meaningOf(code, { prorata: true }).ditagih)).toEqual(['LIBUR'])
})
