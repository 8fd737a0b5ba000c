/**
 * Tests the table of conflicts in domain.md 3.8. Each pair of lessons or classes is tested in both
 * directions: `a` is checked while `b` exists, and `b` is checked while `a` exists. Further tests
 * cover free slots and leave of the coach, holidays, opening hours and seats.
 */
import { describe, expect, test } from 'vitest'
import { Hari, RoleId } from '#contract/enums.ts'
import {
  asksFirst,
  conflictsOf,
  nearestFree,
  type ConflictContext,
  type CheckedParts,
  type Busy,
  type LessonStudent,
} from '#contract/schedule/rules/conflicts.ts'
import { emptyWeek, fillSlots, slotTimes } from '#contract/schedule/rules/freeSlots.ts'
import { lessonInstants } from '#contract/schedule/rules/instants.ts'
import type { Wanted, WantedClass, WantedLesson } from '#contract/schedule/rules/overlap.ts'
import { classEnd } from '#contract/schedule/rules/weekly.ts'

const jakarta = 'Asia/Jakarta'
const makassar = 'Asia/Makassar'
const jayapura = 'Asia/Jayapura'
/** Day of the lessons in the tests, a Monday. */
const day = '2027-03-01'
const place = { pelatih_id: 1, ruang_id: 1, gedung_id: 1 }
type Place = Partial<typeof place>

const lesson = (
  more: Place & { tanggal?: string; from?: string; to?: string; zona?: string } = {},
): WantedLesson => {
  const { tanggal = day, from = '09:00', to = '10:00', zona = jakarta, ...placeFields } = more
  const time = { tanggal, jam_mulai: from, jam_selesai: to }
  return { ...place, ...placeFields, ...time, ...lessonInstants(time, zona) }
}
const weekly = (
  more: Place & {
    hari?: number
    from?: string
    to?: string
    zona?: string
    mulai?: string
    selesai?: string
    rests?: string[]
  } = {},
): WantedClass => {
  const { hari = Hari.senin, from = '09:00', to = '10:00', zona = jakarta, ...fields } = more
  const { mulai = '2027-01-01', selesai = null, rests = [], ...where } = fields
  const schedule = { hari, jam_mulai: from, jam_selesai: to, zona_waktu: zona, mulai, selesai }
  return { ...place, ...where, ...schedule, istirahat: new Set(rests) }
}
/** Coach and room that both differ from `place`. */
const elsewhere = { pelatih_id: 2, ruang_id: 2 }
const otherRoom = { ruang_id: 2 }
const otherOutlet = { ruang_id: 2, gedung_id: 2 }
const otherCoach = { pelatih_id: 2 }

const seat = (more: Partial<LessonStudent> = {}): LessonStudent => ({
  id: 7,
  nama: 'Sari',
  mulai: '2027-01-01',
  selesai: null,
  cuti: null,
  ...more,
})
const busy = (of: Wanted, students: readonly LessonStudent[]): Busy =>
  'hari' in of
    ? { ...of, id: 50, murid: students }
    : { ...of, id: 60, peserta: students.map((s) => s.id) }
const nothing: ConflictContext<Busy> = {
  lessons: [],
  peserta: [],
  saudara: [],
  outlet: { jam_buka: '00:00', jam_tutup: '23:59' },
  kursi: new Map(),
  libur: new Map(),
  cuti: [],
  jadwal: new Map(),
  dasar: RoleId.admin,
}
const conflictTexts = (
  item: Wanted,
  around: Partial<ConflictContext<Busy>>,
  parts?: CheckedParts,
): string[] =>
  conflictsOf(item, { ...nothing, ...around }, parts).map((c) => `${c.jenis} ${c.tingkat}`)
/** Returns the conflicts of `a` while `b` exists, and the conflicts of `b` while `a` exists. */
const bothWays = (
  a: Wanted,
  b: Wanted,
  [ofA, ofB]: readonly [readonly LessonStudent[], readonly LessonStudent[]] = [[], []],
): [string[], string[]] => [
  conflictTexts(a, { peserta: ofA, lessons: [busy(b, ofB)] }),
  conflictTexts(b, { peserta: ofB, lessons: [busy(a, ofA)] }),
]

const spans: readonly [string, { from: string; to: string }, boolean][] = [
  ['the same hour', { from: '09:00', to: '10:00' }, true],
  ['inside', { from: '09:15', to: '09:45' }, true],
  ['half past', { from: '09:30', to: '10:30' }, true],
  ['around', { from: '08:00', to: '11:00' }, true],
  ['right after', { from: '10:00', to: '11:00' }, false],
  ['right before', { from: '08:00', to: '09:00' }, false],
  ['later', { from: '14:00', to: '15:00' }, false],
]
const pairs: readonly [
  string,
  (more: Place & { from?: string; to?: string }) => Wanted,
  (more: Place & { from?: string; to?: string }) => Wanted,
][] = [
  ['lesson and lesson', lesson, lesson],
  ['class and class', weekly, weekly],
  ['class and lesson', weekly, lesson],
]
describe.each(pairs)('%s', (_, makeA, makeB) => {
  test.each(spans)('returns the conflicts of one coach for %s', (_name, hours, meets) => {
    const expected = meets ? ['pelatih keras'] : []
    expect(bothWays(makeA({}), makeB({ ...otherRoom, ...hours }))).toEqual([expected, expected])
  })
  test.each<[string, Place, boolean, string[]]>([
    ['the coach', otherRoom, false, ['pelatih keras']],
    ['the room', otherCoach, false, ['ruang keras']],
    ['coach and room', {}, false, ['pelatih keras', 'ruang keras']],
    ['a student', elsewhere, true, ['peserta keras']],
    ['nothing', elsewhere, false, []],
  ])('returns the conflicts of sharing %s', (_name, more, student, expected) => {
    const seats = student ? [seat()] : []
    expect(bothWays(makeA({}), makeB(more), [seats, seats])).toEqual([expected, expected])
  })
  test.each<[string, string, string[]]>([
    ['no minute', '10:00', ['jeda lunak']],
    ['29 minutes', '10:29', ['jeda lunak']],
    ['30 minutes', '10:30', []],
  ])('returns the conflicts with another outlet after %s', (_name, from, expected) => {
    const there = makeB({ ...otherOutlet, from, to: '11:30' })
    expect(bothWays(makeA({}), there)).toEqual([expected, expected])
  })
  test('requires no travel time to another room of the outlet', () => {
    const next = makeB({ ...otherRoom, from: '10:00', to: '11:00' })
    expect(bothWays(makeA({}), next)).toEqual([[], []])
  })
  test.each<[string, Place & { from?: string; to?: string }, string[]]>([
    ['at another outlet', { pelatih_id: 2, ...otherOutlet }, ['saudara lunak']],
    ['at the same outlet', elsewhere, []],
    [
      'at another outlet, right after',
      { pelatih_id: 2, ...otherOutlet, from: '10:00', to: '11:00' },
      [],
    ],
  ])('returns the conflicts of a sibling %s', (_name, more, expected) => {
    const [a, b] = [makeA({}), makeB(more)]
    const siblings = (of: Wanted) => ({ saudara: [{ lesson: busy(of, []), nama: 'Adik' }] })
    expect([conflictTexts(a, siblings(b)), conflictTexts(b, siblings(a))]).toEqual([
      expected,
      expected,
    ])
  })
})

describe('shared days of two items', () => {
  const met = ['pelatih keras']
  test.each<[string, Wanted, Wanted, string[]]>([
    ['classes on other days', weekly(), weekly({ ...otherRoom, hari: Hari.selasa }), []],
    ['lessons on other days', lesson(), lesson({ ...otherRoom, tanggal: '2027-03-02' }), []],
    ['a lesson a week later', lesson(), lesson({ ...otherRoom, tanggal: '2027-03-08' }), []],
    ['a class of another weekday', weekly({ hari: Hari.rabu }), lesson(otherRoom), []],
    ['a class that has ended', weekly({ selesai: '2027-02-28' }), lesson(otherRoom), []],
    ['the last lesson of a class', weekly({ selesai: day }), lesson(otherRoom), met],
    ['a class that has not begun', weekly({ mulai: '2027-03-02' }), lesson(otherRoom), []],
    ['the first lesson of a class', weekly({ mulai: day }), lesson(otherRoom), met],
    ['a week whose lesson has moved', weekly({ rests: [day] }), lesson(otherRoom), []],
    ['the week after it', weekly({ rests: ['2027-02-22'] }), lesson(otherRoom), met],
    [
      'a class after another',
      weekly({ selesai: '2027-06-30' }),
      weekly({ ...otherRoom, mulai: '2027-07-01' }),
      [],
    ],
    [
      'a class from the last day of another on',
      weekly({ selesai: '2027-06-30' }),
      weekly({ ...otherRoom, mulai: '2027-06-30' }),
      met,
    ],
  ])('%s', (_name, a, b, expected) => expect(bothWays(a, b)).toEqual([expected, expected]))
})

describe('outlets in different time zones', () => {
  const east = (zona: string, from: string, to: string) => ({ ...otherOutlet, zona, from, to })
  const met = ['pelatih keras']
  test.each<[string, Wanted, Wanted, string[]]>([
    // 10.00 in Makassar is the same moment as 09.00 in Jakarta.
    ['lessons at one moment', lesson(), lesson(east(makassar, '10:00', '11:00')), met],
    ['lessons at one clock', lesson(), lesson(east(makassar, '09:00', '10:00')), ['jeda lunak']],
    ['lessons far apart', lesson(), lesson(east(jayapura, '09:00', '10:00')), []],
    ['classes at one moment', weekly(), weekly(east(makassar, '10:00', '11:00')), met],
    // The free slots of a coach are local times. Two classes at the same local time therefore
    // conflict even in different time zones.
    ['classes at one clock', weekly(), weekly(east(makassar, '09:00', '10:00')), met],
    ['classes at neither', weekly(), weekly(east(jayapura, '14:00', '15:00')), []],
    ['class and lesson at one moment', weekly(), lesson(east(jayapura, '11:00', '12:00')), met],
    ['class and lesson at neither', weekly(), lesson(east(jayapura, '14:00', '15:00')), []],
    [
      'one moment on two days of the week',
      weekly({ hari: Hari.minggu, from: '23:00', to: '23:45' }),
      lesson(east(jayapura, '01:15', '02:00')),
      met,
    ],
    [
      'over the end of the week',
      weekly({ hari: Hari.minggu, from: '23:00', to: '23:45' }),
      weekly(east(jayapura, '01:15', '02:00')),
      met,
    ],
  ])('%s', (_name, a, b, expected) => expect(bothWays(a, b)).toEqual([expected, expected]))
})

describe('a student of both items', () => {
  const met = ['peserta keras']
  const there = { ...elsewhere }
  const before = seat({ selesai: '2027-02-28' })
  const from = seat({ mulai: '2027-03-02' })
  const leave = { mulai: '2027-03-01', selesai: '2027-03-31' }
  test.each<[string, Wanted, Wanted, [LessonStudent, LessonStudent], string[], string[]?]>([
    ['one course after the other', weekly(), weekly(there), [before, from], []],
    ['on one day', weekly(), weekly(there), [seat({ selesai: day }), seat({ mulai: day })], met],
    ['left before the lesson', weekly(), lesson(there), [before, seat()], []],
    ['comes after the lesson', weekly(), lesson(there), [from, seat()], []],
    ['is there at the lesson', weekly(), lesson(there), [seat({ selesai: day }), seat()], met],
    ['another student', weekly(), weekly(there), [seat(), seat({ id: 8 })], []],
    // A student on leave attends no dated lessons, but keeps the seat in a weekly class.
    ['on leave, two classes', weekly(), weekly(there), [seat({ cuti: leave }), seat()], met],
    ['on leave from the lesson', lesson(), weekly(there), [seat({ cuti: leave }), seat()], [], met],
  ])('%s', (...[, a, b, [ofA, ofB], expected, back = expected]) =>
    expect(bothWays(a, b, [[ofA], [ofB]])).toEqual([expected, back]),
  )
})

/**
 * Returns the slots of a coach's week: the slots `jam` on Monday have the given status, and all
 * other slots are free.
 */
const weekWith = (status: number, jam = ['09:00', '09:30']): string =>
  fillSlots(
    emptyWeek,
    Hari.options.flatMap(({ value: hari }) =>
      slotTimes.map((time) => ({
        hari,
        jam: time,
        status: hari === Hari.senin && jam.includes(time) ? status : 1,
      })),
    ),
  )
describe('conflicts of a single lesson or class', () => {
  const week = (status: number, jam?: string[]) => ({
    jadwal: new Map([[1, weekWith(status, jam)]]),
  })
  const sales = { dasar: RoleId.sales }
  const leave = { cuti: [{ pelatih_id: 1, mulai: day, selesai: day }] }
  const holiday = { libur: new Map([[day, 'Nyepi']]) }
  const hours = (jam_buka: string, jam_tutup: string) => ({ outlet: { jam_buka, jam_tutup } })
  const five = { peserta: [1, 2, 3, 4, 5].map((id) => seat({ id })) }
  test.each<[string, Partial<ConflictContext<Busy>>, string[], string[]]>([
    ['a coach who never said when', {}, [], []],
    ['a free slot', week(1), [], []],
    ['a slot to ask first', week(2), ['slot lunak'], []],
    ['a slot that cannot be', week(3), ['slot lunak'], ['slot lunak']],
    ['half of it cannot be', week(3, ['09:30']), ['slot lunak'], ['slot lunak']],
    ['the next slot cannot be', week(3, ['10:00']), [], []],
    ['a slot that cannot be, by sales', { ...week(3), ...sales }, ['slot keras'], ['slot keras']],
    ['a slot to ask first, by sales', { ...week(2), ...sales }, ['slot lunak'], []],
    ['leave', leave, ['cuti keras'], ['cuti lunak']],
    ['leave of somebody else', { cuti: [{ ...leave.cuti[0]!, pelatih_id: 2 }] }, [], []],
    [
      'leave the day after',
      { cuti: [{ pelatih_id: 1, mulai: '2027-03-02', selesai: '2027-03-06' }] },
      [],
      [],
    ],
    ['a holiday', holiday, ['libur keras'], ['libur lunak']],
    ['a holiday of another weekday', { libur: new Map([['2027-03-02', 'Nyepi']]) }, [], []],
    ['opening later', hours('09:30', '20:00'), ['tutup keras'], ['tutup keras']],
    ['closing before its end', hours('08:00', '09:59'), ['tutup keras'], ['tutup keras']],
    ['open exactly then', hours('09:00', '10:00'), [], []],
    [
      'a room too small',
      { ...five, kursi: new Map([[1, 4]]) },
      ['kapasitas keras'],
      ['kapasitas keras'],
    ],
    ['a room that is just large enough', { ...five, kursi: new Map([[1, 5]]) }, [], []],
  ])('%s', (_name, around, ofLesson, ofClass) => {
    expect(conflictTexts(lesson(), around)).toEqual(ofLesson)
    expect(conflictTexts(weekly(), around)).toEqual(ofClass)
  })
  test('requires approval only for slots that the coach marks as ask first', () => {
    const waits = (status: number) => asksFirst(weekly(), new Map([[1, weekWith(status)]]))
    expect([1, 2, 3].map((status) => waits(status))).toEqual([false, true, false])
    expect(asksFirst(weekly(), new Map())).toBe(false)
    // Tests that the worst slot of a class decides. The first half hour is free; the second half
    // hour is "ask first" (2) or not available (3).
    const [first, second] = ['09:00', '09:30']
    const week = (status: number) =>
      fillSlots(weekWith(1), [{ hari: Hari.senin, jam: second, status }])
    expect(asksFirst(weekly({ from: first, to: '10:00' }), new Map([[1, week(2)]]))).toBe(true)
    expect(asksFirst(weekly({ from: first, to: second }), new Map([[1, week(2)]]))).toBe(false)
    expect(asksFirst(weekly({ from: first, to: '10:00' }), new Map([[1, week(3)]]))).toBe(false)
  })
  test('finds a slot conflict before the first and after the last slot', () => {
    const early = { from: '06:00', to: '07:00' }
    for (const item of [lesson(early), weekly(early)])
      expect(conflictTexts(item, week(1))).toEqual(['slot lunak'])
  })
})

describe('checks limited to changed parts', () => {
  const around = { lessons: [busy(weekly(), [seat()])], peserta: [seat()] }
  const nobody: CheckedParts = { pelatih: false, ruang: false, waktu: false }
  test.each<[string, CheckedParts, string[]]>([
    ['the coach', { ...nobody, pelatih: true }, ['pelatih keras']],
    ['the room', { ...nobody, ruang: true }, ['ruang keras']],
    ['students', { ...nobody, peserta: true }, ['peserta keras']],
    ['the time', { ...nobody, waktu: true }, ['peserta keras', 'pelatih keras', 'ruang keras']],
    ['nothing', nobody, []],
  ])('%s', (_name, parts, expected) => {
    expect(conflictTexts(lesson(), around, parts)).toEqual(expected)
    expect(conflictTexts(weekly(), around, parts)).toEqual(expected)
  })
  test('finds a conflict only if no seat is free', () => {
    const joins = { ...nobody, peserta: true }
    const seats = (terisi: number) =>
      conflictTexts(weekly(), { tempat: { terisi, batas: 3 } }, joins)
    expect([seats(2), seats(3)]).toEqual([[], ['kapasitas keras']])
  })
})

describe('the nearest free time', () => {
  const hours = ['07:00', '08:00', '09:00', '10:00', '11:00', '12:00']
  const until = (from: string) => classEnd(from, 60) ?? ''
  const around = (lessons: Busy[]): ConflictContext<Busy> => ({ ...nothing, lessons })
  test('is free for coach, room and students, for a lesson and a class', () => {
    const busyItems = [
      busy(weekly(), []),
      busy(weekly({ ...otherCoach, from: '10:00', to: '11:00' }), []),
      busy(weekly({ ...elsewhere, from: '08:00', to: '09:00' }), [seat()]),
    ]
    const near = { ...around(busyItems), peserta: [seat()] }
    const lessons = hours.map((from) => lesson({ from, to: until(from) }))
    const classes = hours.map((from) => weekly({ from, to: until(from) }))
    const free = ['07:00', '11:00', '12:00']
    expect(nearestFree(lesson(), lessons, near).map((l) => l.jam_mulai)).toEqual(free)
    expect(nearestFree(weekly(), classes, near).map((c) => c.jam_mulai)).toEqual(free)
  })
  test('ignores a single holiday and excludes hours that require approval', () => {
    const libur = new Map([[day, 'Nyepi']])
    const jadwal = new Map([[1, weekWith(2, ['10:00', '10:30'])]])
    const near = { ...around([busy(weekly(), [])]), libur, jadwal }
    const classes = hours.map((from) => weekly({ from, to: until(from) }))
    expect(nearestFree(weekly(), classes, near).map((c) => c.jam_mulai)).toEqual([
      '08:00',
      '11:00',
      '12:00',
    ])
  })
})
