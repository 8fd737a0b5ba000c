import { describe, expect, test } from 'vitest'
import {
  isiSlot,
  jamSlot,
  mingguKosong,
  rentang,
  ringkasHari,
  slotDari,
  slotKelas,
  statusDi,
} from '#contract/rules/jadwal.ts'

test('25 half hours from 08:00 to 20:00, seven days', () => {
  expect([jamSlot.length, jamSlot[0], jamSlot[1], jamSlot.at(-1)]).toEqual([
    25,
    '08:00',
    '08:30',
    '20:00',
  ])
  expect(mingguKosong).toHaveLength(175)
  expect(slotDari(mingguKosong)).toHaveLength(175)
  expect(slotDari(mingguKosong).every((s) => s.status === 3)).toBe(true)
})
test('slots are set and told apart; what is no slot falls away', () => {
  const slot = [
    { hari: 1, jam: '08:00', status: 1 },
    { hari: 7, jam: '20:00', status: 2 },
  ] as const
  const week = isiSlot(mingguKosong, [
    ...slot,
    { hari: 8, jam: '08:00', status: 1 },
    { hari: 2, jam: '07:30', status: 1 },
  ])
  expect([week[0], week[174], week.replaceAll('3', '').length]).toEqual(['1', '2', 2])
  expect(slotDari(week, mingguKosong)).toEqual(slot)
  expect(statusDi(week, 7, 24)).toBe(2)
  expect(slotDari(week)).toHaveLength(175)
})
describe('slots of a class', () => {
  const jam = (jam_mulai: string, jam_selesai: string) =>
    slotKelas({ jam_mulai, jam_selesai }).map((ke) => jamSlot[ke])
  test('its span, without the slot that only touches its end', () => {
    expect(jam('09:00', '10:00')).toEqual(['09:00', '09:30'])
    expect(jam('09:15', '09:45')).toEqual(['09:00', '09:30'])
    expect(jam('20:00', '21:30')).toEqual(['20:00'])
    expect(jam('07:00', '08:10')).toEqual(['08:00'])
    expect(jam('21:00', '22:00')).toEqual([])
  })
})
test('ranges join what follows and is alike', () => {
  const week = isiSlot(mingguKosong, [
    ...['08:00', '08:30', '10:00'].map((jam) => ({ hari: 3, jam, status: 1 })),
    { hari: 3, jam: '10:30', status: 2 },
  ])
  expect(ringkasHari(week, 3)).toBe(
    'Kosong 08.00–09.00, kosong 10.00–10.30, tanya dulu 10.30–11.00',
  )
  expect(ringkasHari(week, 4)).toBe('Tidak bisa')
  expect(
    rentang((hari, ke) => (statusDi(week, hari, ke) === 1 ? 'a' : undefined)).map((r) => [
      r.hari,
      r.mulai,
      r.ke.length,
    ]),
  ).toEqual([
    [3, '08:00', 2],
    [3, '10:00', 1],
  ])
})
