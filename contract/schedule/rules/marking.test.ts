import { describe, expect, test } from 'vitest'
import { KodeAbsensi, ZonaWaktu } from '#contract/enums.ts'
import { meaningOf } from '#contract/schedule/rules/attendance.ts'
import { lessonInstants } from '#contract/schedule/rules/instants.ts'
import {
  causeOfCredit,
  isDone,
  isMarkable,
  isMarkedEarly,
  markableCodes,
  isOvertaken,
  lateArrival,
  madeAt,
  markingWindow,
  windowState,
} from '#contract/schedule/rules/marking.ts'
import { everySeed, type Random } from '#contract/values/random.ts'
import { addDays, formatWaktu } from '#contract/values/tanggal.ts'

const codes = KodeAbsensi.options.map((o) => o.value)
const [first, ...otherCodes] = codes
const codeOf = (r: Random) => r.pick([first!, ...otherCodes])
const zones = ZonaWaktu.options.map((o) => o.value)

describe('the marking window of a coach', () => {
  test.each([
    ['Asia/Jakarta', '2026-11-23T01:00:00.000Z', '2026-11-24T17:00:00.000Z'],
    ['Asia/Makassar', '2026-11-23T00:00:00.000Z', '2026-11-24T16:00:00.000Z'],
    ['Asia/Jayapura', '2026-11-22T23:00:00.000Z', '2026-11-24T15:00:00.000Z'],
  ])('is open in %s from an hour before to the end of the next day', (zona, buka_at, tutup_at) => {
    const lesson = { tanggal: '2026-11-23', jam_mulai: '09:00', jam_selesai: '10:00' }
    expect(markingWindow({ ...lesson, ...lessonInstants(lesson, zona) }, zona)).toEqual({
      buka_at,
      tutup_at,
    })
  })
  test('closes at midnight of the outlet’s zone, whatever the time of the lesson', () => {
    everySeed(300, (r) => {
      const zona = zones[r.int(0, 2)]!
      const tanggal = addDays('2026-01-01', r.int(0, 700))
      const h = String(r.int(0, 22)).padStart(2, '0')
      const lesson = { tanggal, jam_mulai: `${h}:30`, jam_selesai: `${h}:59` }
      const instants = lessonInstants(lesson, zona)
      const window = markingWindow({ tanggal, ...instants }, zona)
      expect(formatWaktu(window.tutup_at, zona)).toMatch(/ 00\.00 WI/)
      expect(Date.parse(instants.mulai_at) - Date.parse(window.buka_at)).toBe(3_600_000)
      const remainingMs = Date.parse(window.tutup_at) - Date.parse(instants.mulai_at)
      expect(remainingMs > 24 * 3_600_000 && remainingMs <= 48 * 3_600_000).toBe(true)
    })
  })
  const window = { buka_at: '2026-11-23T01:00:00.000Z', tutup_at: '2026-11-24T17:00:00.000Z' }
  const later = (iso: string, ms: number) => new Date(Date.parse(iso) + ms).toISOString()
  test('uses the time of the mark if it arrives within a day of the closing', () => {
    const markTime = later(window.tutup_at, -1)
    const stateAt = (arrived: string, m = markTime) => windowState(window, { made: m, arrived })
    expect(stateAt(markTime)).toBe('terbuka')
    expect(stateAt(later(window.tutup_at, lateArrival - 1))).toBe('terbuka')
    expect(stateAt(later(window.tutup_at, lateArrival))).toBe('lewat')
    expect(stateAt(window.tutup_at, window.tutup_at)).toBe('lewat')
    expect(stateAt(markTime, later(window.buka_at, -1))).toBe('belum')
    expect(stateAt(markTime, window.buka_at)).toBe('terbuka')
  })
  test('limits the time of a mark to its arrival if the device clock is ahead', () => {
    everySeed(200, (r) => {
      const arrived = later(window.buka_at, r.int(0, 10_000_000))
      const said = later(window.buka_at, r.int(-10_000_000, 20_000_000))
      const markTime = madeAt(said, arrived)
      expect(markTime <= arrived && markTime <= said).toBe(true)
      expect(madeAt(undefined, arrived)).toBe(arrived)
    })
  })
})

describe('the credit of a mark', () => {
  test('never exceeds the student’s cap and always includes what the school owes', () => {
    everySeed(500, (r) => {
      const absence = { code: codeOf(r), isMakeUp: r.chance(), used: r.int(0, 5), cap: r.int(0, 4) }
      const cause = causeOfCredit(absence)
      const { dapat_kredit, kredit_terbatas } = meaningOf(absence.code)
      const bySchool = dapat_kredit && !kredit_terbatas
      const byStudent =
        dapat_kredit && kredit_terbatas && !absence.isMakeUp && absence.used < absence.cap
      expect([cause === 'pelatih', cause === 'siswa']).toEqual([bySchool, byStudent])
    })
  })
  test('excludes absence of the coach and a holiday, which users cannot mark', () =>
    expect(codes.filter((c) => !isMarkable(c))).toEqual(['PELATIH_TIDAK_HADIR', 'LIBUR']))
})

test('overtakes a mark only by a different one of another person, later or unseen', () => {
  everySeed(1000, (r) => {
    const time = (n: number) => `2026-11-23T0${n}:00:00.000Z`
    const stored = { code: codeOf(r), made: time(r.int(1, 5)), by: r.int(1, 2) }
    const code = r.chance(0.2) ? null : codeOf(r)
    const mark = { code, made: time(r.int(1, 5)), by: r.int(1, 2) }
    const seenCode = r.chance() ? stored.code : r.pick([undefined, null, 'ALPA' as const])
    const overtaken = isOvertaken(stored, mark, seenCode)
    const isOthers = stored.by !== mark.by && stored.code !== mark.code
    const isUnseen = seenCode !== undefined && seenCode !== stored.code
    expect(overtaken).toBe(isOthers && (stored.made > mark.made || isUnseen))
    expect(isOvertaken(undefined, mark, seenCode)).toBe(false)
  })
})
test('asks about marks before the lesson that book coach pay', () => {
  const [before, begin] = ['2026-11-23T01:59:59.999Z', '2026-11-23T02:00:00.000Z']
  const codesAt = (time: string) =>
    [...markableCodes, null].filter((code) => isMarkedEarly(code, begin, time))
  expect(codesAt(before)).toEqual(['HADIR', 'TERLAMBAT', 'ALPA', 'IZIN_MENDADAK'])
  expect(codesAt(begin)).toEqual([])
})
test('completes a lesson with its last mark, and an empty one with its coach present', () => {
  expect([isDone(['HADIR', null], true), isDone(['HADIR', 'ALPA'], false)]).toEqual([false, true])
  expect([isDone([], false), isDone([], true)]).toEqual([false, true])
})
