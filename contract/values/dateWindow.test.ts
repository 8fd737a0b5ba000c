import { expect, test } from 'vitest'
import { moneyDate, moneyMonth, optional, pastDate, startDate, tanggal } from '#contract/fields.ts'
import { dateWindow, hasWindow, outsideWindow, windowIssues } from '#contract/values/dateWindow.ts'

const settings = { tanggal_mulai_sekolah: '2018-03-05', batas_tahun_depan: 5 }
const window = dateWindow(settings, '2026-11-22', '2026-11-23')

test('reaches from the first day of the school to the same day some years ahead', () => {
  expect(window).toEqual({ first: '2018-03-05', last: '2031-11-22', today: '2026-11-23' })
  expect(dateWindow({ ...settings, batas_tahun_depan: 1 }, '2028-02-29').last).toBe('2029-02-28')
})
const days = 'Isi antara 5 Maret 2018 dan 22 November 2031'
const months = 'Isi antara Maret 2018 dan November 2031'
test.each([
  ['2018-03-05', undefined],
  ['2018-03-04', days],
  ['2031-11-22', undefined],
  ['2031-11-23', days],
  ['1900-01-01', days],
  ['2099-12-31', days],
  ['2018-03', undefined],
  ['2018-02', months],
  ['2031-11', undefined],
  ['2031-12', months],
])('%s: %s', (value, message) => expect(outsideWindow(window, value)).toBe(message))
test('allows any past start date and rejects one far ahead', () => {
  expect(outsideWindow(window, '1990-01-01', 'start')).toBeUndefined()
  expect(outsideWindow(window, '2032-01-01', 'start')).toBe('Paling lambat 22 November 2031')
})
test('limits past dates to the first day of the school until today', () => {
  expect(outsideWindow(window, '2026-11-23', 'past')).toBeUndefined()
  expect(outsideWindow(window, '2026-11-24', 'past')).toBe('Tidak boleh setelah hari ini')
  expect(outsideWindow(window, '2018-03-04', 'past')).toBe(
    'Isi antara 5 Maret 2018 dan 23 November 2026',
  )
})
test('checks the declared fields and keeps a date that the row already has', () => {
  const shape = {
    terbit: optional(moneyDate('Terbit')),
    bulan: optional(moneyMonth()),
    mulai: startDate('Mulai'),
    bayar: optional(pastDate('Bayar')),
    lahir: tanggal('Lahir'),
  }
  const input = { terbit: '1900-01-01', bulan: '2099-01', mulai: '2099-01-01', lahir: '1950-01-01' }
  const fields = (knownValues?: object) =>
    windowIssues(shape, window, input, { ...knownValues }).map((issue) => issue.field)
  expect(fields()).toEqual(['terbit', 'bulan', 'mulai'])
  expect(fields({ terbit: '1900-01-01', bulan: '2099-02' })).toEqual(['bulan', 'mulai'])
  expect(windowIssues(shape, window, { terbit: null, bulan: '', mulai: '2020-01-01' })).toEqual([])
  expect([hasWindow(shape), hasWindow({ lahir: shape.lahir })]).toEqual([true, false])
})
