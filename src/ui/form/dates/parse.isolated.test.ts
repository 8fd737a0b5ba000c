import { expect, test } from 'vitest'
import { currentDay } from '#contract/values/tanggal.ts'
import { parseDay, parseMonth, parseTime } from '#src/ui/form/dates/parse.ts'

test('parses days in common formats', () => {
  for (const text of [
    '22 Nov 2026',
    '22 november 2026',
    '22/11/2026',
    '22-11-2026',
    '22.11.2026',
    ' 2026-11-22 ',
    'Minggu, 22 November 2026',
  ])
    expect(parseDay(text), text).toBe('2026-11-22')
  for (const text of ['5 Agu 2026', '5 Agt 2026', '5 Agustus 2026', '05/08/2026', '5/8/2026'])
    expect(parseDay(text), text).toBe('2026-08-05')
})

test('rejects texts that are not a complete day', () => {
  for (const text of [
    '',
    '22',
    '22 Nov',
    '22/11/26',
    '31/11/2026',
    '29 Feb 2026',
    '11/22/2026',
    '22 N 2026',
    '22 Nov 20',
    '22 Nov 2026 1',
    'besok',
  ])
    expect(parseDay(text), text).toBeUndefined()
})

test('parses short years and days without a year only after typing has ended', () => {
  expect(parseDay('22/11/26', true)).toBe('2026-11-22')
  expect(parseDay('17 Mei 98', true)).toBe('1998-05-17')
  expect(parseDay('3 Mar', true)).toBe(`${currentDay().slice(0, 4)}-03-03`)
})

test('parses months and times', () => {
  for (const text of ['Nov 2026', 'november 2026', '11/2026', '2026-11', '11-2026'])
    expect(parseMonth(text), text).toBe('2026-11')
  for (const text of ['', '13/2026', '2026', 'Nov', '1 Nov 2026'])
    expect(parseMonth(text), text).toBeUndefined()
  for (const text of ['19:30', '19.30', '1930']) expect(parseTime(text), text).toBe('19:30')
  expect(parseTime('7.05')).toBe('07:05')
  expect(parseTime('7', true)).toBe('07:00')
  for (const text of ['', '7', '24:00', '19:60', '19:3'])
    expect(parseTime(text), text).toBeUndefined()
})
