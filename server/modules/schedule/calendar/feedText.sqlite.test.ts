/**
 * Compares the text of a calendar byte by byte with the form that strict parsers require (RFC
 * 5545).
 */
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { calendarText, type TimetableLesson } from '#server/modules/schedule/calendar/feedText.ts'

const lesson: TimetableLesson = {
  id: 1,
  versi: 2,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
  tanggal: '2026-11-27',
  jam_mulai: '09:00',
  jam_selesai: '10:00',
  zona_waktu: 'Asia/Makassar',
  jenis: 'reguler',
  status: 'terjadwal',
  kursus: 'Piano; "Grade 1", é 李小龍 🎹 '.repeat(6),
  ruang: 'Ruang, 1',
  gedung: 'Nada',
  ke: null,
  pengganti: null,
  orang: ['Guru: Bu Lestari'],
}
const lines = (text: string) => text.slice(0, -2).split('\r\n')

test.each([
  ['lessons', [lesson]],
  ['no lesson', []],
])('ends the lines of a calendar of %s with CRLF, folded within 75 bytes', (_, lessons) => {
  const text = calendarText('Jadwal Ani', lessons)
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(Math.max(...lines(text).map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  expect(text).not.toContain('\uFFFD')
})

test('writes properties of the calendar before its zones and events', () => {
  const names = lines(calendarText('Jadwal Ani', [lesson])).map((line) => line.split(/[:;]/)[0])
  expect(names.slice(0, names.indexOf('BEGIN', 1))).toStrictEqual([
    'BEGIN',
    'VERSION',
    'PRODID',
    'NAME',
    'X-WR-CALNAME',
    'REFRESH-INTERVAL',
    'X-PUBLISHED-TTL',
  ])
  const components = ICAL.parse(calendarText('Jadwal Ani', [lesson]))[2] as [string][]
  expect(components.map(([name]) => name)).toStrictEqual(['vtimezone', 'vevent'])
})

test('restores a name that is folded within a character', () => {
  const calendar = new ICAL.Component(ICAL.parse(calendarText('Jadwal Ani', [lesson])))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  expect(event.summary).toBe(lesson.kursus.trim())
  expect(event.location).toBe('Ruang, 1, Nada')
})
