import { describe, expect, test } from 'vitest'
import { prorata } from '#contract/billing/rules/prorata.ts'
import { lessonDays, planLessons, statusOn, weekOf } from '#contract/schedule/rules/lessons.ts'
import { everySeed, type Random } from '#contract/values/random.ts'
import { addDays, firstDay, lastDay, weekday } from '#contract/values/tanggal.ts'

const anyDay = (random: Random) => addDays('2026-01-01', random.int(0, 700))
const anyPlan = (random: Random) => ({
  hari: random.int(1, 7),
  today: anyDay(random),
  from: anyDay(random),
  mulai: anyDay(random),
  selesai: random.int(0, 1) === 0 ? null : anyDay(random),
  hariLibur: new Set(Array.from({ length: random.int(0, 60) }, () => anyDay(random))),
  mingguKelima: random.int(0, 1) === 0 ? ('libur' as const) : ('jalan' as const),
})

describe('a planned lesson of a class', () => {
  test('lies on its weekday, once a week, within its validity and eight weeks', () =>
    everySeed(500, (random) => {
      const p = anyPlan(random)
      const lessons = planLessons(p, p)
      for (const { tanggal, minggu } of lessons) {
        expect(weekday(tanggal)).toBe(p.hari)
        expect(weekday(minggu)).toBe(1)
        expect(minggu <= tanggal && tanggal < addDays(minggu, 7)).toBe(true)
        expect(tanggal >= p.mulai && tanggal >= p.from && tanggal >= p.today).toBe(true)
        expect(p.selesai === null || tanggal <= p.selesai).toBe(true)
        expect(tanggal < addDays(p.today, lessonDays)).toBe(true)
      }
      expect(new Set(lessons.map((l) => l.minggu)).size).toBe(lessons.length)
      const always = { ...p, from: p.today, mulai: p.today, selesai: null }
      expect(planLessons(always, p)).toHaveLength(8)
    }))
  test('adds at most one lesson when planned a day later', () =>
    everySeed(200, (random) => {
      const p = anyPlan(random)
      const [now = [], then = []] = [p.today, addDays(p.today, 1)].map((today) =>
        planLessons({ ...p, from: today, today }, p).map((l) => l.tanggal),
      )
      expect(then.filter((t) => !now.includes(t)).length).toBeLessThanOrEqual(1)
    }))
})
describe('the status of a planned day', () => {
  test.each([
    ['2026-11-23', [], 'terjadwal'],
    ['2026-11-30', [], 'minggu_5'],
    ['2026-11-09', ['2026-11-09'], 'libur'],
    ['2026-11-30', ['2026-11-09'], 'terjadwal'],
    ['2026-11-30', ['2026-11-30'], 'libur'],
    ['2026-11-30', ['2026-11-10'], 'minggu_5'],
  ])('%s with holidays %j: %s', (tanggal, holidays, expected) =>
    expect(statusOn(tanggal, { hariLibur: new Set(holidays), mingguKelima: 'libur' })).toBe(
      expected,
    ),
  )
  test('is scheduled in the fifth week if the school holds it', () =>
    expect(statusOn('2026-11-30', { hariLibur: new Set(), mingguKelima: 'jalan' })).toBe(
      'terjadwal',
    ))
  test('agrees with the lessons on the bill if every holiday reduces it', () =>
    everySeed(500, (random) => {
      const { today, hari, hariLibur, mingguKelima } = anyPlan(random)
      const periode = today.slice(0, 7)
      const first = firstDay(periode)
      const held = planLessons(
        { hari, mulai: first, selesai: lastDay(periode), from: first, today: first },
        { hariLibur, mingguKelima },
      ).filter((l) => l.status === 'terjadwal')
      const { pembilang, penyebut } = prorata({
        periode,
        hari,
        mulai: first,
        selesai: null,
        pertemuanPerBulan: 9,
        mingguKelima,
        hariLibur: [...hariLibur],
      })
      // The bill charges either the full price of the month (`pembilang` equals `penyebut`), or
      // exactly the lessons that take place.
      expect(pembilang < penyebut ? held.length - pembilang : 0).toBe(0)
    }))
  test('assigns a Sunday to the week of the Monday before', () =>
    expect(weekOf('2026-11-29')).toBe('2026-11-23'))
})
