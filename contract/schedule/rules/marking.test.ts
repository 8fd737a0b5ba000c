import { describe, expect, test } from 'vitest'
import { KodeAbsensi, ZonaWaktu } from '#contract/enums.ts'
import { meaningOf } from '#contract/schedule/rules/attendance.ts'
import { lessonInstants } from '#contract/schedule/rules/instants.ts'
import {
  causeOfCredit,
  isDone,
  isMarkable,
  isOvertaken,
  lateArrival,
  madeAt,
  markingWindow,
  windowState,
} from '#contract/schedule/rules/marking.ts'
import { everySeed, type Random } from '#contract/values/random.ts'
import { addDays, formatWaktu } from '#contract/values/tanggal.ts'

const codes = KodeAbsensi.options.map((o) => o.value)
const [first, ...others] = codes
const codeOf = (r: Random) => r.pick([first!, ...others])
const zones = ZonaWaktu.options.map((o) => o.value)

describe('the window of a coach', () => {
  test.each([
    ['Asia/Jakarta', '2026-11-23T01:00:00.000Z', '2026-11-24T17:00:00.000Z'],
    ['Asia/Makassar', '2026-11-23T00:00:00.000Z', '2026-11-24T16:00:00.000Z'],
    ['Asia/Jayapura', '2026-11-22T23:00:00.000Z', '2026-11-24T15:00:00.000Z'],
  ])('in %s: an hour before, to the end of the next day', (zona, buka_at, tutup_at) => {
    const lesson = { tanggal: '2026-11-23', jam_mulai: '09:00', jam_selesai: '10:00' }
    expect(markingWindow({ ...lesson, ...lessonInstants(lesson, zona) }, zona)).toEqual({
      buka_at,
      tutup_at,
    })
  })
  test('closes at midnight of its own clock, whenever the lesson is', () => {
    everySeed(300, (r) => {
      const zona = zones[r.int(0, 2)]!
      const tanggal = addDays('2026-01-01', r.int(0, 700))
      const h = String(r.int(0, 22)).padStart(2, '0')
      const lesson = { tanggal, jam_mulai: `${h}:30`, jam_selesai: `${h}:59` }
      const instants = lessonInstants(lesson, zona)
      const window = markingWindow({ tanggal, ...instants }, zona)
      expect(formatWaktu(window.tutup_at, zona)).toMatch(/ 00\.00 WI/)
      expect(Date.parse(instants.mulai_at) - Date.parse(window.buka_at)).toBe(3_600_000)
      const left = Date.parse(window.tutup_at) - Date.parse(instants.mulai_at)
      expect(left > 24 * 3_600_000 && left <= 48 * 3_600_000).toBe(true)
    })
  })
  const window = { buka_at: '2026-11-23T01:00:00.000Z', tutup_at: '2026-11-24T17:00:00.000Z' }
  const later = (iso: string, ms: number) => new Date(Date.parse(iso) + ms).toISOString()
  test('counts when a mark was made, if it arrives within a day of the closing', () => {
    const made = later(window.tutup_at, -1)
    const at = (arrived: string, m = made) => windowState(window, { made: m, arrived })
    expect(at(made)).toBe('terbuka')
    expect(at(later(window.tutup_at, lateArrival - 1))).toBe('terbuka')
    expect(at(later(window.tutup_at, lateArrival))).toBe('lewat')
    expect(at(window.tutup_at, window.tutup_at)).toBe('lewat')
    expect(at(made, later(window.buka_at, -1))).toBe('belum')
    expect(at(made, window.buka_at)).toBe('terbuka')
  })
  test('a clock that is ahead makes nothing later than it came', () => {
    everySeed(200, (r) => {
      const arrived = later(window.buka_at, r.int(0, 10_000_000))
      const said = later(window.buka_at, r.int(-10_000_000, 20_000_000))
      const made = madeAt(said, arrived)
      expect(made <= arrived && made <= said).toBe(true)
      expect(madeAt(undefined, arrived)).toBe(arrived)
    })
  })
})

describe('what a mark earns', () => {
  test('never more than the cap by the student, never less than what the school owes', () => {
    everySeed(500, (r) => {
      const given = { code: codeOf(r), isMakeUp: r.chance(), used: r.int(0, 5), cap: r.int(0, 4) }
      const cause = causeOfCredit(given)
      const { dapat_kredit, kredit_terbatas } = meaningOf(given.code)
      const bySchool = dapat_kredit && !kredit_terbatas
      const byStudent = dapat_kredit && kredit_terbatas && !given.isMakeUp && given.used < given.cap
      expect([cause === 'pelatih', cause === 'siswa']).toEqual([bySchool, byStudent])
    })
  })
  test('people mark neither the absence of a coach nor a holiday', () =>
    expect(codes.filter((c) => !isMarkable(c))).toEqual(['PELATIH_TIDAK_HADIR', 'LIBUR']))
})

test('a mark gives way only to what another person has said otherwise since', () => {
  everySeed(1000, (r) => {
    const time = (n: number) => `2026-11-23T0${n}:00:00.000Z`
    const stored = { code: codeOf(r), made: time(r.int(1, 5)), by: r.int(1, 2) }
    const mark = { code: codeOf(r), made: time(r.int(1, 5)), by: r.int(1, 2) }
    const seen = r.chance() ? stored.code : r.pick([undefined, null, 'ALPA' as const])
    const overtaken = isOvertaken(stored, mark, seen)
    const isOthers = stored.by !== mark.by && stored.code !== mark.code
    const isUnseen = seen !== undefined && seen !== stored.code
    expect(overtaken).toBe(isOthers && (stored.made > mark.made || isUnseen))
    expect(isOvertaken(undefined, mark, seen)).toBe(false)
  })
})
test('a lesson is done with its last mark; an empty one once its coach has come', () => {
  expect([isDone(['HADIR', null], true), isDone(['HADIR', 'ALPA'], false)]).toEqual([false, true])
  expect([isDone([], false), isDone([], true)]).toEqual([false, true])
})
