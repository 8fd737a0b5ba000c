/** Tests reading calendar files with holidays as other programs write them. */
import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { readIcs } from '#server/import/sheets/ics.ts'

const limits = { rows: 5000, columns: 60 }
const read = (bytes: Buffer | string, zone = 'Asia/Jakarta') => {
  const [, ...rows] = readIcs(Buffer.from(bytes), limits, zone).rows
  return rows.map(({ cells }) => `${cells.get(0)} ${cells.get(1)}`)
}
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Uji//ID', ...lines, 'END:VCALENDAR', ''].join(
    '\r\n',
  )
const event = (...lines: string[]) =>
  calendar('BEGIN:VEVENT', 'UID:a', 'SUMMARY:Libur', ...lines, 'END:VEVENT')

describe('files of other programs', () => {
  test.each([
    ['holiday-altrep', ['2027-04-05 Libur Nyepi']],
    ['holiday-alarm', ['2027-04-03 Libur sekolah']],
    ['holiday-utc', ['2027-12-25 Natal UTC']],
  ])('%s', (name, days) => {
    const bytes = readFileSync(new URL(`samples/${name}.ics`, import.meta.url))
    expect(read(bytes)).toStrictEqual(days)
  })
})

describe('days', () => {
  test('of a 47-day event are all included, and the day after the last is not', () => {
    const days = read(event('DTSTART;VALUE=DATE:20270601', 'DTEND;VALUE=DATE:20270718'))
    expect([days.length, days[0], days.at(-1)]).toStrictEqual([
      47,
      '2027-06-01 Libur',
      '2027-07-17 Libur',
    ])
  })

  test('of a duration in place of an end are included', () => {
    expect(read(event('DTSTART;VALUE=DATE:20270601', 'DURATION:P3D'))).toHaveLength(3)
    expect(read(event('DTSTART:20270601T080000', 'DURATION:PT2H'))).toStrictEqual([
      '2027-06-01 Libur',
    ])
  })

  test('of date-times are in the outlet’s zone, whatever zone they are written in', () => {
    const moment = event('DTSTART:20270531T150000Z', 'DTEND:20270531T160000Z')
    expect(read(moment)).toStrictEqual(['2027-05-31 Libur'])
    expect(read(moment, 'Asia/Jayapura')).toStrictEqual(['2027-06-01 Libur'])
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Tokyo', 'BEGIN:STANDARD', 'DTSTART:16010101T000000']
    const offset = ['TZOFFSETFROM:+0900', 'TZOFFSETTO:+0900', 'END:STANDARD', 'END:VTIMEZONE']
    const tokyo = ['BEGIN:VEVENT', 'UID:t', 'SUMMARY:Tokyo', 'DTSTART;TZID=Tokyo:20270601T010000']
    expect(read(calendar(...zone, ...offset, ...tokyo, 'END:VEVENT'))).toStrictEqual([
      '2027-05-31 Tokyo',
    ])
  })

  test('of an unknown zone stay as written', () => {
    expect(read(event('DTSTART;TZID=Asia/Jakarta:20270601T000000'))).toStrictEqual([
      '2027-06-01 Libur',
    ])
  })
})

describe('recurrence rules', () => {
  const inYear = (year: number, check: () => void) => {
    vi.setSystemTime(new Date(`${year}-06-15T05:00:00.000Z`))
    try {
      check()
    } finally {
      vi.useRealTimers()
    }
  }
  test('return this year and the next, without excluded, moved or cancelled days', () => {
    const rule = ['DTSTART;VALUE=DATE:19900817', 'RRULE:FREQ=YEARLY']
    inYear(2027, () => {
      expect(read(event(...rule))).toStrictEqual(['2027-08-17 Libur', '2028-08-17 Libur'])
      expect(read(event(...rule, 'EXDATE;VALUE=DATE:20270817'))).toStrictEqual(['2028-08-17 Libur'])
      const exception = (...lines: string[]) =>
        calendar(
          'BEGIN:VEVENT',
          'UID:a',
          'SUMMARY:Libur',
          ...rule,
          'END:VEVENT',
          'BEGIN:VEVENT',
          'UID:a',
          'RECURRENCE-ID;VALUE=DATE:20270817',
          ...lines,
          'END:VEVENT',
        )
      expect(read(exception('SUMMARY:Digeser', 'DTSTART;VALUE=DATE:20270818'))).toStrictEqual([
        '2027-08-18 Digeser',
        '2028-08-17 Libur',
      ])
      expect(read(exception('STATUS:CANCELLED', 'DTSTART;VALUE=DATE:20270817'))).toStrictEqual([
        '2028-08-17 Libur',
      ])
    })
  })

  test('of every second, and of more days than allowed, are rejected with a message', () => {
    expect(() => read(event('DTSTART:20200101T000000Z', 'RRULE:FREQ=SECONDLY'))).toThrow(
      /berulang terlalu sering/,
    )
    const daily = event('DTSTART;VALUE=DATE:19600101', 'RRULE:FREQ=DAILY')
    expect(() => read(daily.repeat(3))).toThrow(/berulang terlalu sering/)
    expect(() => read(event('DTSTART;VALUE=DATE:20200101', 'DTEND;VALUE=DATE:20990101'))).toThrow(
      /Terlalu banyak baris/,
    )
  })

  test('skips a cancelled event', () => {
    expect(read(event('DTSTART;VALUE=DATE:20270601', 'STATUS:CANCELLED'))).toStrictEqual([])
  })
})

describe('text', () => {
  test('that is folded within a character is joined', () => {
    const bytes = Buffer.from(
      event('DTSTART;VALUE=DATE:20270601').replace('Libur', 'Libur Café 春節'),
    )
    const offset = bytes.indexOf(0xc3) + 1
    const folded = Buffer.concat([
      bytes.subarray(0, offset),
      Buffer.from('\r\n '),
      bytes.subarray(offset),
    ])
    expect(read(folded)).toStrictEqual(['2027-06-01 Libur Café 春節'])
  })

  test('of an alarm, or of a second calendar in a file, is kept apart', () => {
    const two = [event('DTSTART;VALUE=DATE:20270601'), event('DTSTART;VALUE=DATE:20270602')]
    expect(read(two.join(''))).toStrictEqual(['2027-06-01 Libur', '2027-06-02 Libur'])
  })

  test('that is not a calendar is rejected with a message', () => {
    expect(() => read(calendar('BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20270601'))).toThrow(
      /tidak dapat dibaca/,
    )
  })
})
