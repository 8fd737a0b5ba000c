import { describe, expect, test } from 'vitest'
import {
  proratedFee,
  tuitionText,
  prorata,
  type ProrataInput,
} from '#contract/billing/rules/prorata.ts'
import { Hari } from '#contract/enums.ts'
import { everySeed, type Random } from '#contract/values/random.ts'
import {
  addDays,
  addMonths,
  dayOf,
  firstDay,
  lastDay,
  occurrences,
} from '#contract/values/tanggal.ts'

// November 2026 has five Mondays (2, 9, 16, 23, 30) and four Saturdays (7, 14, 21, 28).
const base: ProrataInput = {
  periode: '2026-11',
  hari: Hari.senin,
  mulai: '2026-01-01',
  selesai: null,
  pertemuanPerBulan: 4,
  mingguKelima: 'libur',
  hariLibur: [],
}
const nov = (d: number) => `2026-11-${String(d).padStart(2, '0')}`

describe('prorata', () => {
  test.each<[string, Partial<ProrataInput>, string]>([
    ['nothing cuts five weeks', {}, '4/4'],
    ['nothing cuts five weeks that all meet', { mingguKelima: 'jalan' }, '4/4'],
    ['nothing cuts four weeks', { hari: Hari.sabtu }, '4/4'],
    ['worked example of 3.3', { mulai: nov(16) }, '2/4'],
    ['the same where the fifth week meets', { mulai: nov(16), mingguKelima: 'jalan' }, '3/4'],
    ['start on the first meeting', { mulai: nov(2) }, '4/4'],
    [
      'start after the first day but before the first meeting',
      { hari: Hari.sabtu, mulai: nov(7) },
      '4/4',
    ],
    ['start a day after the first meeting', { mulai: nov(3) }, '3/4'],
    ['four left of five that all meet', { mulai: nov(3), mingguKelima: 'jalan' }, '4/4'],
    ['start on the dropped fifth week', { mulai: nov(30) }, '0/4'],
    ['start on the fifth week where it meets', { mulai: nov(30), mingguKelima: 'jalan' }, '1/4'],
    ['start after the month', { mulai: '2026-12-01' }, '0/4'],
    ['end on a meeting counts it', { selesai: nov(9) }, '2/4'],
    ['end the day before a meeting', { selesai: nov(8) }, '1/4'],
    ['end on the fourth meeting', { selesai: nov(23) }, '4/4'],
    ['end before the month', { selesai: '2026-10-31' }, '0/4'],
    ['start and end', { mulai: nov(9), selesai: nov(16) }, '2/4'],
    [
      'leave over two meetings, both ends counted',
      { cuti: [{ mulai: nov(9), selesai: nov(16) }] },
      '2/4',
    ],
    ['leave between two meetings', { cuti: [{ mulai: nov(10), selesai: nov(15) }] }, '4/4'],
    ['leave with open return', { cuti: [{ mulai: nov(10), selesai: null }] }, '2/4'],
    [
      'two leaves',
      {
        cuti: [
          { mulai: nov(1), selesai: nov(3) },
          { mulai: nov(16), selesai: nov(17) },
        ],
      },
      '2/4',
    ],
    ['leave over all', { cuti: [{ mulai: nov(1), selesai: nov(30) }] }, '0/4'],
    [
      'leave ended before the month',
      { cuti: [{ mulai: '2026-10-01', selesai: '2026-10-31' }] },
      '4/4',
    ],
    [
      'leave that only covers the dropped week',
      { cuti: [{ mulai: nov(24), selesai: nov(30) }] },
      '4/4',
    ],
    ['holiday in five weeks: the fifth stands in', { hariLibur: [nov(9)] }, '4/4'],
    ['two holidays in five weeks', { hariLibur: [nov(9), nov(16)] }, '3/4'],
    ['holiday in four weeks', { hari: Hari.sabtu, hariLibur: [nov(14)] }, '3/4'],
    ['holiday on another weekday', { hari: Hari.sabtu, hariLibur: [nov(13), nov(2)] }, '4/4'],
    ['holiday on the dropped week', { hariLibur: [nov(30)] }, '4/4'],
    ['holiday, fifth week stands in, late start', { mulai: nov(16), hariLibur: [nov(9)] }, '3/4'],
    ['holiday outside the window', { mulai: nov(16), hariLibur: [nov(2)] }, '3/4'],
    ['holiday in five weeks that all meet', { mingguKelima: 'jalan', hariLibur: [nov(9)] }, '4/4'],
    ['course of 5 in a month of four weeks', { hari: Hari.sabtu, pertemuanPerBulan: 5 }, '5/5'],
    [
      'course of 8 in a month of five weeks',
      { pertemuanPerBulan: 8, mingguKelima: 'jalan' },
      '8/8',
    ],
    ['course of 5, late start', { hari: Hari.sabtu, pertemuanPerBulan: 5, mulai: nov(8) }, '3/5'],
    [
      'course of 5, holiday',
      { hari: Hari.sabtu, pertemuanPerBulan: 5, hariLibur: [nov(14)] },
      '3/5',
    ],
    ['course of 2, two left', { pertemuanPerBulan: 2, mulai: nov(16) }, '2/2'],
    ['course of 2, one left', { pertemuanPerBulan: 2, mulai: nov(23) }, '1/2'],
  ])('%s', (_, change, expected) => {
    const { pembilang, penyebut } = prorata({ ...base, ...change })
    expect(`${pembilang}/${penyebut}`).toBe(expected)
  })

  const randomInput = (r: Random): ProrataInput => {
    const periode = addMonths('2020-01', r.int(0, 240))
    const nearby = () => addDays(firstDay(periode), r.int(-20, 50))
    const leave = () => {
      const mulai = nearby()
      return { mulai, selesai: r.chance() ? addDays(mulai, r.int(0, 40)) : null }
    }
    return {
      periode,
      hari: r.int(1, 7),
      mulai: r.chance() ? '2019-01-01' : nearby(),
      selesai: r.chance() ? null : nearby(),
      cuti: Array.from({ length: r.pick([0, 0, 0, 1, 2]) }, leave),
      pertemuanPerBulan: r.pick([1, 2, 4, 4, 4, 5, 8]),
      mingguKelima: r.pick(['libur', 'jalan']),
      hariLibur: Array.from({ length: r.int(0, 4) }, nearby),
    }
  }
  /** Counts the charged lessons day by day, independently of `prorata`. */
  const countMeetings = (i: ProrataInput) => {
    let charged = 0
    let held = 0
    let weeks = 0
    for (let t = firstDay(i.periode); t <= lastDay(i.periode); t = addDays(t, 1)) {
      if ((new Date(t).getUTCDay() + 6) % 7 !== i.hari - 1) continue
      weeks++
      if (i.hariLibur.includes(t)) continue
      held++
      if (i.mingguKelima === 'libur' && held > 4) continue
      const onLeave = i.cuti?.some((l) => l.mulai <= t && (l.selesai ?? '9999') >= t)
      if (i.mulai <= t && t <= (i.selesai ?? '9999') && !onLeave) charged++
    }
    const usual = Math.min(i.mingguKelima === 'libur' ? 4 : weeks, i.pertemuanPerBulan)
    return charged >= usual ? i.pertemuanPerBulan : charged
  }
  test('matches a count of the lessons, and never rises with a reduction', () =>
    everySeed(3000, (r) => {
      const i = randomInput(r)
      const { pembilang, penyebut } = prorata(i)
      expect([pembilang, penyebut]).toEqual([countMeetings(i), i.pertemuanPerBulan])
      expect(pembilang >= 0 && pembilang <= penyebut).toBe(true)
      // A month without a late start, an end, a leave or a holiday is fully charged, whether it has
      // four or five lesson days.
      expect(
        prorata({ ...i, mulai: '2019-01-01', selesai: null, cuti: [], hariLibur: [] }).pembilang,
      ).toBe(penyebut)
      // Each of these changes may remove charged lessons, but never adds one: a later start, an
      // earlier end, a leave, or a further holiday.
      const reductions: Partial<ProrataInput>[] = [
        { mulai: addDays(i.mulai, r.int(1, 30)) },
        ...(i.selesai ? [{ selesai: addDays(i.selesai, -r.int(1, 30)) }] : []),
        { cuti: [...(i.cuti ?? []), { mulai: dayOf(i.periode, r.int(1, 28)), selesai: null }] },
        ...(i.mulai <= firstDay(i.periode) && !i.selesai && i.cuti?.length === 0
          ? [{ hariLibur: [...i.hariLibur, ...occurrences(i.periode, i.hari).slice(0, 1)] }]
          : []),
      ]
      for (const change of reductions)
        expect(prorata({ ...i, ...change }).pembilang).toBeLessThanOrEqual(pembilang)
    }))
})

describe('proratedFee', () => {
  test.each([
    [500_000, 2, 4, 1000, 250_000],
    [500_000, 4, 4, 1000, 500_000],
    [499_900, 4, 4, 1000, 499_900],
    [499_400, 4, 4, 1000, 499_400],
    [450_000, 3, 4, 1000, 338_000],
    [450_000, 1, 4, 1000, 113_000],
    [450_000, 1, 4, 1, 112_500],
    [333_333, 1, 3, 1000, 111_000],
    [500_000, 0, 4, 1000, 0],
    [700, 3, 4, 1000, 700],
    [1_000_000_000_000, 3, 4, 1000, 750_000_000_000],
  ])('%i × %i/%i to %i is %i', (biaya, pembilang, penyebut, unit, expected) =>
    expect(proratedFee(biaya, { pembilang, penyebut }, unit)).toBe(expected),
  )
  test('returns a multiple of the unit, within half a unit and at most the whole fee', () =>
    everySeed(2000, (r) => {
      const [biaya, penyebut, unit] = [r.anySize(1e12), r.int(1, 8), r.pick([1, 100, 500, 1000])]
      const pembilang = r.int(0, penyebut)
      const result = proratedFee(biaya, { pembilang, penyebut }, unit)
      expect(result).toBeLessThanOrEqual(biaya)
      expect(
        result === biaya ||
          (result % unit === 0 &&
            Math.abs(result * penyebut - biaya * pembilang) <= (unit * penyebut) / 2),
      ).toBe(true)
    }))
})

test('tuitionText states the share of a partial month only', () => {
  expect(tuitionText('Piano Grade 1', '2026-11', { pembilang: 2, penyebut: 4 })).toBe(
    'Piano Grade 1 – November 2026 (2 dari 4 pertemuan)',
  )
  expect(tuitionText('Piano Grade 1', '2026-11', { pembilang: 4, penyebut: 4 })).toBe(
    'Piano Grade 1 – November 2026',
  )
})
