import { expect, test } from 'vitest'
import { KodeAbsensi, StatusKeberangkatan } from '#contract/enums.ts'
import { meaningOf } from '#contract/schedule/rules/attendance.ts'

const codes = KodeAbsensi.options.map((o) => o.value)
const which = (is: (m: ReturnType<typeof meaningOf>) => boolean) =>
  codes.filter((code) => is(meaningOf(code)))

test('counts only present and late students as attending', () =>
  expect(which((m) => m.status_keberangkatan === StatusKeberangkatan.berangkat)).toEqual([
    'HADIR',
    'TERLAMBAT',
  ]))
test('grants a make-up for a timely excuse, illness and absence of the coach', () =>
  expect(which((m) => m.dapat_kredit)).toEqual(['IZIN', 'SAKIT', 'PELATIH_TIDAK_HADIR']))
test('grants a make-up without a cap for absence of the coach', () =>
  expect(which((m) => m.dapat_kredit && !m.kredit_terbatas)).toEqual(['PELATIH_TIDAK_HADIR']))
test('pays the coach for attendance, absence without excuse and a late excuse', () =>
  expect(which((m) => m.honor_dibayar)).toEqual(['HADIR', 'TERLAMBAT', 'ALPA', 'IZIN_MENDADAK']))
test('charges every code except a holiday that reduces the bill', () => {
  expect(which((m) => !m.ditagih)).toEqual([])
  expect(codes.filter((code) => !meaningOf(code, { prorata: true }).ditagih)).toEqual(['LIBUR'])
})
