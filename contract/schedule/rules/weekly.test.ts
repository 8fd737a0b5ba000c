import { describe, expect, test } from 'vitest'
import { Hari } from '#contract/enums.ts'
import {
  classEnd,
  classesOverlap,
  isClosed,
  mostAtOnce,
  needsCheck,
  newDays,
  rangesOverlap,
  type BookedClass,
  type Validity,
} from '#contract/schedule/rules/weekly.ts'
import { everySeed, type Random } from '#contract/values/random.ts'
import { addDays, weekday, zoneHours } from '#contract/values/tanggal.ts'

const jakarta = 'Asia/Jakarta'
const makassar = 'Asia/Makassar'
const jayapura = 'Asia/Jayapura'
const base = {
  pelatih_id: 1,
  ruang_id: 1,
  hari: Hari.senin as number,
  jam_mulai: '09:00',
  jam_selesai: '10:00',
  mulai: '2026-01-01',
  selesai: null,
  zona_waktu: jakarta,
  status: 'aktif',
} satisfies BookedClass & { status: string }
const makeClass = (more: Partial<BookedClass>): BookedClass & { status: string } => ({
  ...base,
  ...more,
})

test.each([
  ['09:00', 45, '09:45'],
  ['08:30', 90, '10:00'],
  ['23:00', 59, '23:59'],
  ['23:00', 60, undefined],
  ['23:30', 120, undefined],
])('a class at %s of %i minutes ends at %s', (start, minutes, end) =>
  expect(classEnd(start, minutes)).toBe(end),
)

describe('classesOverlap', () => {
  test.each<[string, Partial<BookedClass>, boolean]>([
    ['the same hour', {}, true],
    ['inside', { jam_mulai: '09:15', jam_selesai: '09:45' }, true],
    ['half past', { jam_mulai: '09:30', jam_selesai: '10:30' }, true],
    ['around', { jam_mulai: '08:00', jam_selesai: '11:00' }, true],
    ['right after', { jam_mulai: '10:00', jam_selesai: '11:00' }, false],
    ['right before', { jam_mulai: '08:00', jam_selesai: '09:00' }, false],
    ['another day', { hari: Hari.selasa }, false],
    ['from the last day on', { mulai: '2026-06-30' }, true],
    ['from the day after the last', { mulai: '2026-07-01' }, false],
    ['until the first day', { mulai: '2025-01-01', selesai: '2026-01-01' }, true],
    ['until the day before the first', { mulai: '2025-01-01', selesai: '2025-12-31' }, false],
    // 10.00 in Makassar is the same moment as 09.00 in Jakarta.
    [
      'another zone, the same moment',
      { zona_waktu: makassar, jam_mulai: '10:00', jam_selesai: '11:00' },
      true,
    ],
    ['another zone, the same clock', { zona_waktu: makassar }, true],
    [
      'another zone, neither',
      { zona_waktu: makassar, jam_mulai: '11:00', jam_selesai: '12:00' },
      false,
    ],
  ])('%s', (_, more, expected) => {
    const [baseClass, otherClass] = [{ ...base, selesai: '2026-06-30' }, makeClass(more)]
    expect([classesOverlap(baseClass, otherClass), classesOverlap(otherClass, baseClass)]).toEqual([
      expected,
      expected,
    ])
  })
  test('finds the same moment on two weekdays, also across the end of the week', () => {
    const night = makeClass({ hari: Hari.minggu, jam_mulai: '23:00', jam_selesai: '23:45' })
    const morning = makeClass({
      hari: Hari.senin as number,
      jam_mulai: '01:15',
      jam_selesai: '02:00',
      zona_waktu: jayapura,
    })
    expect([classesOverlap(night, morning), classesOverlap(morning, night)]).toEqual([true, true])
    const later = { ...morning, jam_mulai: '01:45', jam_selesai: '02:30' }
    expect([classesOverlap(night, later), classesOverlap(later, night)]).toEqual([false, false])
  })
})

const times = (r: Random) => {
  const start = r.int(0, 1300)
  const end = start + r.int(1, 139)
  const text = (n: number) =>
    `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`
  return { jam_mulai: text(start), jam_selesai: text(end) }
}
const weekly = (r: Random): BookedClass => {
  const mulai = addDays('2026-01-01', r.int(0, 60))
  return {
    ...times(r),
    pelatih_id: r.int(1, 2),
    ruang_id: r.int(1, 2),
    hari: r.int(1, 7),
    mulai,
    selesai: r.chance() ? addDays(mulai, r.int(0, 60)) : null,
    zona_waktu: r.pick([jakarta, makassar, jayapura]),
  }
}
/**
 * Returns all minutes in which a lesson of the class takes place, until the end of the class, or
 * until the end of July 2026 for a class without an end. Minutes are counted from 1970 in UTC.
 */
const minutesTaken = (c: BookedClass, zone = c.zona_waktu): Set<number> => {
  const minutes = new Set<number>()
  for (let day = c.mulai; day <= (c.selesai ?? '2026-07-31'); day = addDays(day, 1)) {
    if (weekday(day) !== c.hari) continue
    const from = Date.parse(`${day}T${c.jam_mulai}:00Z`) / 60_000 - zoneHours(zone) * 60
    const to = Date.parse(`${day}T${c.jam_selesai}:00Z`) / 60_000 - zoneHours(zone) * 60
    for (let minute = from; minute < to; minute++) minutes.add(minute)
  }
  return minutes
}
test('finds every overlap by clock or by time zone, in both directions', () => {
  let met = 0
  everySeed(300, (r) => {
    const [a, b] = [weekly(r), { ...weekly(r), hari: r.int(1, 3) }]
    a.hari = r.int(1, 3)
    const overlap = classesOverlap(a, b)
    expect(classesOverlap(b, a)).toBe(overlap)
    const shared = (x: Set<number>, y: Set<number>) => [...x].some((minute) => y.has(minute))
    const meet =
      shared(minutesTaken(a), minutesTaken(b)) ||
      shared(minutesTaken(a, jakarta), minutesTaken(b, jakarta))
    if (meet) met++
    // The common days of two classes can be less than a week and include no day on which the
    // classes have a lesson. `classesOverlap` then reports an overlap although no lessons overlap.
    const from = a.mulai > b.mulai ? a.mulai : b.mulai
    const [to = '2099-01-01'] = [a.selesai, b.selesai].filter((d) => d !== null).toSorted()
    const brief = to < addDays(from, 8)
    expect(overlap === meet || (overlap && brief)).toBe(true)
  })
  expect(met).toBeGreaterThan(10)
})
test('rangesOverlap returns whether two ranges share a day', () =>
  everySeed(500, (r) => {
    const [a, b] = [weekly(r), weekly(r)]
    const last = (x: BookedClass) => x.selesai ?? '2027-01-01'
    let shared = false
    for (let day = a.mulai; day <= last(a); day = addDays(day, 1))
      shared ||= day >= b.mulai && day <= last(b)
    expect(rangesOverlap(a, b)).toBe(shared)
  }))

test.each([
  ['08:00', '20:30', false],
  ['07:59', '09:00', true],
  ['20:00', '20:31', true],
  ['03:00', '04:00', true],
])('from %s to %s is outside 08.00–20.30: %s', (jam_mulai, jam_selesai, closed) =>
  expect(isClosed({ jam_mulai, jam_selesai }, { jam_buka: '08:00', jam_tutup: '20:30' })).toBe(
    closed,
  ),
)

test('checks a change only if it can cause a conflict', () => {
  const before = { ...base, selesai: '2026-06-30' as string | null }
  const change = (more: Partial<typeof before>) => needsCheck(before, { ...before, ...more })
  for (const more of [
    { hari: Hari.selasa },
    { jam_mulai: '08:30' },
    { jam_selesai: '10:30' },
    { pelatih_id: 2 },
    { ruang_id: 2 },
    { mulai: '2025-12-31' },
    { selesai: null },
    { zona_waktu: makassar },
  ])
    expect(change(more), JSON.stringify(more)).toBe(true)
  for (const more of [
    {},
    { mulai: '2026-02-01' },
    { selesai: '2026-05-01' },
    { status: 'nonaktif', hari: Hari.rabu },
  ])
    expect(change(more), JSON.stringify(more)).toBe(false)
  expect(needsCheck({ ...before, status: 'nonaktif' }, before)).toBe(true)
})

describe('days of ranges', () => {
  const start = '2026-03-01'
  const days = Array.from({ length: 40 }, (_, i) => addDays(start, i))
  const lasts = ({ mulai, selesai }: Validity, day: string) =>
    mulai <= day && (selesai === null || day <= selesai)
  const makeDays = (random: Random): Validity => {
    const first = random.int(0, 29)
    const mulai = addDays(start, first)
    return { mulai, selesai: random.chance(0.25) ? null : addDays(mulai, random.int(0, 9)) }
  }
  test('newDays returns the days of the new range that the old one lacks', () =>
    everySeed(400, (random) => {
      const [before, after] = [makeDays(random), makeDays(random)]
      const newSpans = newDays(before, after)
      for (const day of days)
        expect([day, newSpans.some((span) => lasts(span, day))]).toEqual([
          day,
          lasts(after, day) && !lasts(before, day),
        ])
    }))
  test('mostAtOnce returns the number of ranges on the busiest day of a span', () =>
    everySeed(400, (random) => {
      const all = Array.from({ length: random.int(0, 5) }, () => makeDays(random))
      const span = makeDays(random)
      const counts = days
        .filter((day) => lasts(span, day))
        .map((day) => all.filter((range) => lasts(range, day)).length)
      expect(mostAtOnce(all, span)).toBe(Math.max(0, ...counts))
    }))
})
