import { describe, expect, test } from 'vitest'
import { Hari, SlotPelatih } from '#contract/enums.ts'
import {
  fillSlots,
  slotTimes,
  emptyWeek,
  slotSpans,
  daySummary,
  slotsOf,
  slotsOfClass,
  statusAt,
} from '#contract/schedule/rules/freeSlots.ts'

test('has 25 half hours from 08:00 to 20:00 on seven days', () => {
  expect([slotTimes.length, slotTimes[0], slotTimes[1], slotTimes.at(-1)]).toEqual([
    25,
    '08:00',
    '08:30',
    '20:00',
  ])
  expect(emptyWeek).toHaveLength(175)
  expect(slotsOf(emptyWeek)).toHaveLength(175)
  expect(slotsOf(emptyWeek).every((s) => s.status === 3)).toBe(true)
})
test('sets slots, returns the changed ones and ignores invalid ones', () => {
  const slot = [
    { hari: Hari.senin, jam: '08:00', status: SlotPelatih.kosong },
    { hari: Hari.minggu, jam: '20:00', status: SlotPelatih.tanyaDulu },
  ] as const
  const week = fillSlots(emptyWeek, [
    ...slot,
    { hari: 8, jam: '08:00', status: SlotPelatih.kosong },
    { hari: Hari.selasa, jam: '07:30', status: SlotPelatih.kosong },
  ])
  expect([week[0], week[174], week.replaceAll('3', '').length]).toEqual(['1', '2', 2])
  expect(slotsOf(week, emptyWeek)).toEqual(slot)
  expect(statusAt(week, 7, 24)).toBe(2)
  expect(slotsOf(week)).toHaveLength(175)
})
describe('slots of a class', () => {
  const slotTimesIn = (jam_mulai: string, jam_selesai: string) =>
    slotsOfClass({ jam_mulai, jam_selesai }).map((place) => slotTimes[place])
  test('covers the class, without a slot that only touches its end', () => {
    expect(slotTimesIn('09:00', '10:00')).toEqual(['09:00', '09:30'])
    expect(slotTimesIn('09:15', '09:45')).toEqual(['09:00', '09:30'])
    expect(slotTimesIn('20:00', '21:30')).toEqual(['20:00'])
    expect(slotTimesIn('07:00', '08:10')).toEqual(['08:00'])
    expect(slotTimesIn('21:00', '22:00')).toEqual([])
  })
})
test('joins adjacent slots with the same status', () => {
  const week = fillSlots(emptyWeek, [
    ...['08:00', '08:30', '10:00'].map((jam) => ({
      hari: Hari.rabu,
      jam,
      status: SlotPelatih.kosong,
    })),
    { hari: Hari.rabu, jam: '10:30', status: SlotPelatih.tanyaDulu },
  ])
  expect(daySummary(week, 3)).toBe('Kosong 08.00–09.00, kosong 10.00–10.30, tanya dulu 10.30–11.00')
  expect(daySummary(week, 4)).toBe('Tidak bisa')
  expect(
    slotSpans((hari, place) => (statusAt(week, hari, place) === 1 ? 'a' : undefined)).map((r) => [
      r.hari,
      r.mulai,
      r.places.length,
    ]),
  ).toEqual([
    [3, '08:00', 2],
    [3, '10:00', 1],
  ])
})
