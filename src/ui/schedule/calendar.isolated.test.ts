import { expect, test } from 'vitest'
import {
  endAt,
  hoursAround,
  mondayOf,
  placeText,
  shiftTime,
  timeAtShare,
  type CalendarEvent,
} from '#src/ui/schedule/calendar.ts'

const hours = { from: '08:00', to: '20:00' }
const lesson: CalendarEvent = {
  id: 1,
  tanggal: '2026-11-24',
  jam_mulai: '15:00',
  jam_selesai: '15:45',
  name: 'Piano',
  title: 'Piano',
  movable: true,
}

test('shows whole hours around the lessons and at least the usual hours', () => {
  expect(hoursAround([], hours)).toEqual(hours)
  expect(hoursAround([{ jam_mulai: '07:30', jam_selesai: '21:15' }], hours)).toEqual({
    from: '07:00',
    to: '22:00',
  })
})

test('starts a week on Monday and ends it on Sunday', () => {
  expect(mondayOf('2026-11-23')).toBe('2026-11-23')
  expect(mondayOf('2026-11-29')).toBe('2026-11-23')
})

test('keeps the length of a moved lesson and stays within the hours', () => {
  expect(endAt(lesson, { ...lesson, jam_mulai: '16:30' })).toBe('17:15')
  expect(shiftTime(lesson, lesson, 30, hours).jam_mulai).toBe('15:30')
  expect(shiftTime(lesson, { ...lesson, jam_mulai: '08:00' }, -30, hours).jam_mulai).toBe('08:00')
  expect(shiftTime(lesson, { ...lesson, jam_mulai: '19:00' }, 60, hours).jam_mulai).toBe('19:15')
})

test('rounds a point of the calendar down to the line before it', () => {
  expect(timeAtShare(0, hours)).toBe('08:00')
  expect(timeAtShare(0.99, hours)).toBe('19:30')
  expect(timeAtShare(1.2, hours)).toBe('19:30')
  expect(timeAtShare(0.5, hours)).toBe('14:00')
})

test('describes a place in words', () => {
  expect(placeText({ tanggal: '2026-11-24', jam_mulai: '15:30', resource: 7 })).toBe(
    'Selasa, 24 November 2026 pukul 15.30',
  )
  expect(
    placeText({ tanggal: '2026-11-24', jam_mulai: '15:30', resource: 7 }, [
      { id: 7, label: 'Ruang A2' },
    ]),
  ).toBe('Selasa, 24 November 2026 pukul 15.30, Ruang A2')
})
