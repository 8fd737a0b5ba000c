import { describe, expect, test } from 'vitest'
import { everySeed, type Random } from '#contract/values/random.ts'
import {
  addDays,
  addMonths,
  spansOverlap,
  dayOf,
  firstDay,
  formatJam,
  formatPeriode,
  formatTanggal,
  formatTanggalHari,
  formatRentang,
  formatTanggalShort,
  formatWaktu,
  formatWaktuShort,
  currentDay,
  lastDay,
  occurrences,
  ageOf,
  weekday,
  monthOfWord,
} from '#contract/values/tanggal.ts'

const randomDay = (r: Random) =>
  new Date(Date.UTC(r.int(1950, 2090), r.int(0, 11), r.int(1, 28))).toISOString().slice(0, 10)

describe('currentDay', () => {
  const zona = ['Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura'] as const
  test.each([
    ['2026-11-19T14:59:59Z', '2026-11-19', '2026-11-19', '2026-11-19'],
    ['2026-11-19T15:00:00Z', '2026-11-19', '2026-11-19', '2026-11-20'],
    ['2026-11-19T16:00:00Z', '2026-11-19', '2026-11-20', '2026-11-20'],
    ['2026-12-31T17:00:00Z', '2027-01-01', '2027-01-01', '2027-01-01'],
  ])('%s', (now, ...days) => expect(zona.map((z) => currentDay(z, new Date(now)))).toEqual(days))
  test('agrees with Intl', () => {
    const intl = zona.map((z) => [z, new Intl.DateTimeFormat('sv-SE', { timeZone: z })] as const)
    everySeed(300, (r) => {
      const now = new Date(
        Date.UTC(r.int(1995, 2060), r.int(0, 11), r.int(1, 31), r.int(0, 23), r.int(0, 59)),
      )
      for (const [z, format] of intl) expect(currentDay(z, now)).toBe(format.format(now))
    })
  })
  test('throws for a zone outside Indonesia', () =>
    expect(() => currentDay('Europe/Paris')).toThrow(RangeError))
})

test.each([
  ['2008-11-20', '2026-11-19', 17],
  ['2008-11-20', '2026-11-20', 18],
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
])('ageOf %s on %s is %i', (born, day, age) => expect(ageOf(born, day)).toBe(age))

test.each([
  ['2026-11-30', 1, '2026-12-01'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2027-02-28', 1, '2027-03-01'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-10-25', 7, '2026-11-01'],
])('addDays %s %i', (t, n, expected) => expect(addDays(t, n)).toBe(expected))
test.each([
  ['2026-11-16', 1],
  ['2026-11-20', 5],
  ['2026-11-21', 6],
  ['2026-11-22', 7],
])('weekday %s', (t, n) => expect(weekday(t)).toBe(n))
test.each([
  ['2026-02', '2026-02-28'],
  ['2028-02', '2028-02-29'],
  ['2100-02', '2100-02-28'],
  ['2026-11', '2026-11-30'],
  ['2026-12', '2026-12-31'],
])('lastDay %s', (p, t) => expect([firstDay(p), lastDay(p)]).toEqual([`${p}-01`, t]))
test.each([
  ['2026-02', 31, '2026-02-28'],
  ['2026-11', 31, '2026-11-30'],
  ['2026-11', 5, '2026-11-05'],
])('dayOf %s %i', (p, n, t) => expect(dayOf(p, n)).toBe(t))
test.each([
  ['2026-11', 1, '2026-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-11', 0, '2026-11'],
  ['2026-11', -23, '2024-12'],
  ['2026-11', 26, '2029-01'],
])('addMonths %s %i', (p, n, expected) => expect(addMonths(p, n)).toBe(expected))
test.each([
  ['2026-11', 1, ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30']],
  ['2026-11', 7, ['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22', '2026-11-29']],
  ['2026-11', 6, ['2026-11-07', '2026-11-14', '2026-11-21', '2026-11-28']],
  ['2026-02', 1, ['2026-02-02', '2026-02-09', '2026-02-16', '2026-02-23']],
])('occurrences %s of %i', (p, hari, days) => expect(occurrences(p, hari)).toEqual(days))

test('calculates consistently for any day', () =>
  everySeed(500, (r) => {
    const t = randomDay(r)
    const n = r.int(-2000, 2000)
    const p = t.slice(0, 7)
    expect(addDays(addDays(t, n), -n)).toBe(t)
    expect(addDays(t, n) > t).toBe(n > 0)
    expect((weekday(addDays(t, n)) - weekday(t) - n) % 7 === 0).toBe(true)
    expect(addMonths(addMonths(p, n), -n)).toBe(p)
    expect(firstDay(addMonths(p, 1))).toBe(addDays(lastDay(p), 1))
    // The lists of the seven weekdays together contain every day of the month exactly once.
    const all = [1, 2, 3, 4, 5, 6, 7]
      .flatMap((hari) => occurrences(p, hari).map((d) => (expect(weekday(d)).toBe(hari), d)))
      .sort()
    expect([all[0], all.at(-1), new Set(all).size]).toEqual([
      firstDay(p),
      lastDay(p),
      Number(lastDay(p).slice(8)),
    ])
  }))

test('formats days, months and times in Indonesian', () => {
  expect(formatTanggal('2026-11-20')).toBe('20 November 2026')
  expect(formatTanggal('2026-05-01')).toBe('1 Mei 2026')
  expect(formatTanggalHari('2026-11-20')).toBe('Jumat, 20 November 2026')
  expect(formatPeriode('2026-11')).toBe('November 2026')
  expect(formatJam('09:00')).toBe('09.00')
  expect(formatJam('09:00', 'Asia/Jayapura')).toBe('09.00 WIT')
  expect(formatWaktu('2026-11-20T02:00:00.000Z', 'Asia/Jakarta')).toBe('20 November 2026 09.00 WIB')
  expect(formatWaktu('2026-11-20T02:00:00Z', 'Asia/Makassar')).toBe('20 November 2026 10.00 WITA')
  expect(formatWaktu('2026-12-31T15:30:00Z', 'Asia/Jayapura')).toBe('1 Januari 2027 00.30 WIT')
})
test('formats short months like Intl', () => {
  const intl = new Intl.DateTimeFormat('id-ID', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  for (let day = '2024-01-01'; day < '2026-12-31'; day = addDays(day, 9))
    expect(formatTanggalShort(day)).toBe(intl.format(new Date(day)))
  expect(formatWaktuShort('2026-12-31T15:30:00Z', 'Asia/Jayapura')).toBe('1 Jan 2027 00.30 WIT')
})
test('formats weekday and date like Intl', () => {
  const intl = new Intl.DateTimeFormat('id-ID', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  everySeed(300, (r) => {
    const t = randomDay(r)
    expect(formatTanggalHari(t)).toBe(intl.format(new Date(t)))
  })
})

describe('spansOverlap', () => {
  const span = (text: string) => ({ mulai: text.slice(0, 5), selesai: text.slice(6) })
  test.each([
    ['09:00-10:00', '10:00-11:00', false],
    ['10:00-11:00', '09:00-10:00', false],
    ['09:00-10:00', '09:59-11:00', true],
    ['09:00-12:00', '10:00-11:00', true],
    ['10:00-11:00', '09:00-12:00', true],
    ['09:00-10:00', '09:00-10:00', true],
    ['09:00-10:00', '11:00-12:00', false],
  ])('%s and %s: %s', (a, b, expected) => expect(spansOverlap(span(a), span(b))).toBe(expected))
  test('returns whether the spans share a minute', () =>
    everySeed(500, (r) => {
      const makeSpan = () => {
        const from = r.int(0, 30)
        return [from, from + r.int(1, 10)] as const
      }
      const jam = (n: number) =>
        `${String(8 + Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`
      const [a, b] = [makeSpan(), makeSpan()]
      const overlaps = Array.from({ length: 60 }, (_, m) => m).some(
        (m) => m >= a[0] && m < a[1] && m >= b[0] && m < b[1],
      )
      const [x, y] = [
        { mulai: jam(a[0]), selesai: jam(a[1]) },
        { mulai: jam(b[0]), selesai: jam(b[1]) },
      ]
      expect([spansOverlap(x, y), spansOverlap(y, x)]).toEqual([overlaps, overlaps])
    }))
})

test.each([
  ['2026-11-23', '2026-11-29', '23–29 November 2026'],
  ['2026-11-30', '2026-12-06', '30 November–6 Desember 2026'],
  ['2026-12-28', '2027-01-03', '28 Desember 2026–3 Januari 2027'],
])('formats each part of a span of days once: %s to %s', (from, to, text) =>
  expect(formatRentang(from, to)).toBe(text),
)

test.each([
  [1, 'Jan Januari january'],
  [2, 'Feb Peb Februari Pebruari FEBRUARY'],
  [3, 'Mar Mrt Maret March'],
  [4, 'Apr April'],
  [5, 'Mei May'],
  [6, 'Jun Juni June'],
  [7, 'Jul Juli July'],
  [8, 'Agu Agt Ags Agst Agus Aug Agustus August AGT.'],
  [9, 'Sep Sept September'],
  [10, 'Okt Oct Oktober October'],
  [11, 'Nov Nop November Nopember'],
  [12, 'Des Dec Desember December'],
  [0, 'Ag Ma Sen Senin Kamis Jum Mingu Juta'],
])('returns month %i for %s', (month, words) =>
  expect(words.split(' ').map(monthOfWord)).toEqual(words.split(' ').map(() => month)),
)
