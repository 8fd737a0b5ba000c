import { describe, expect, test } from 'vitest'
import { prorata } from '#contract/billing/rules/prorata.ts'
import { KursusPesertaStatus, type Hari } from '#contract/enums.ts'
import {
  endIssues,
  hasNotice,
  lastLeaveDay,
  leaveIssues,
  daysAway,
  leavesOfMonth,
  leaveUntilReturn,
  statusAfterStop,
  whyNotNow,
  type EnrolmentAction,
  type EnrolmentState,
} from '#contract/schedule/rules/enrolment.ts'
import { everySeed } from '#contract/values/random.ts'
import { addDays, addMonths, firstDay, lastDay } from '#contract/values/tanggal.ts'

const { tidakAktif, aktif, cuti, lulus } = KursusPesertaStatus
const base: EnrolmentState = {
  status: aktif,
  mulai: '2026-01-05',
  selesai: null,
  cuti_mulai: null,
  cuti_selesai: null,
  diakhiri_at: null,
}
const actions: EnrolmentAction[] = [
  'aktifkan',
  'cuti',
  'kembali',
  'berhenti',
  'lulus',
  'kelas-selanjutnya',
]
const rule = { maks: 2, today: '2026-11-23' }

describe('the state of an enrolment', () => {
  test.each([
    [tidakAktif, ['aktifkan']],
    [aktif, ['cuti', 'berhenti', 'lulus', 'kelas-selanjutnya']],
    [cuti, ['kembali', 'berhenti']],
    [lulus, []],
  ] as const)('allows in status %i the actions %j', (status, allowed) => {
    const row = { ...base, status }
    expect(actions.filter((a) => whyNotNow(row, a) === undefined)).toEqual(allowed)
  })
  test('allows return, stop and graduation after notice, but no leave or next class', () => {
    const row = { ...base, selesai: '2026-12-31', diakhiri_at: '2026-11-23T00:00:00Z' }
    expect(hasNotice(row)).toBe(true)
    expect(actions.filter((a) => whyNotNow(row, a) === undefined)).toEqual([
      'kembali',
      'berhenti',
      'lulus',
    ])
  })
})

describe('a leave', () => {
  const wrong = (mulai: string, selesai: string | null, row = base) =>
    leaveIssues(row, { mulai, selesai }, rule).map((i) => i.field)
  test.each<[string, string, string | null, string[]]>([
    ['the longest that there is', '2026-12-01', '2027-01-31', []],
    ['this month', '2026-11-01', '2026-11-30', []],
    ['a part of a month', '2026-12-01', '2026-12-14', []],
    ['not on the first', '2026-12-02', '2026-12-31', ['cuti_mulai']],
    ['a month that is over', '2026-10-01', '2026-11-30', ['cuti_mulai']],
    ['a day too long', '2026-12-01', '2027-02-01', ['cuti_selesai']],
    ['backwards', '2026-12-01', '2026-11-30', ['cuti_selesai']],
  ])('%s', (_, mulai, selesai, fields) => expect(wrong(mulai, selesai)).toEqual(fields))
  test('lies within the course and after the previous leave', () => {
    expect(wrong('2026-12-01', null, { ...base, mulai: '2026-12-05' })).toEqual(['cuti_mulai'])
    expect(wrong('2026-12-01', null, { ...base, selesai: '2026-11-30' })).toEqual(['cuti_mulai'])
    const before = { ...base, cuti_mulai: '2026-11-01', cuti_selesai: '2026-12-10' }
    expect(wrong('2026-12-01', null, before)).toEqual(['cuti_mulai'])
  })
  test('ends by the last day of the longest leave and counts once in each month', () =>
    everySeed(300, (r) => {
      const month = addMonths('2026-11', r.int(0, 20))
      const mulai = firstDay(month)
      const last = lastLeaveDay(mulai, rule.maks)
      const selesai = addDays(mulai, r.int(0, 90))
      expect(leaveIssues(base, { mulai, selesai }, rule).length === 0).toBe(selesai <= last)
      const leaves = [
        { mulai: firstDay(addMonths(month, -2)), selesai: lastDay(addMonths(month, -2)) },
        { mulai, selesai },
      ]
      for (let n = -3; n < 4; n++) {
        const periode = addMonths(month, n)
        const touching = leaves.filter(
          (l) => l.mulai <= lastDay(periode) && l.selesai >= firstDay(periode),
        )
        expect(touching.length).toBeLessThan(2)
        expect(leavesOfMonth(leaves, periode)).toEqual(touching)
      }
    }))
  test('charges between the amounts with full leave and without leave, for any return', () =>
    everySeed(300, (r) => {
      const mulai = firstDay(addMonths('2026-12', r.int(0, 12)))
      const selesai = addDays(mulai, r.int(0, 60))
      const back = addDays(mulai, r.int(-10, 70))
      const leave = leaveUntilReturn({ cuti_mulai: mulai, cuti_selesai: selesai }, back)
      const month = {
        periode: addMonths(mulai.slice(0, 7), r.int(-1, 2)),
        hari: r.int(1, 7) as (typeof Hari.options)[number]['value'],
        mulai: '2026-01-01',
        selesai: null,
        pertemuanPerBulan: 4,
        mingguKelima: 'libur' as const,
        hariLibur: [],
      }
      const all = prorata({ ...month, cuti: [{ mulai, selesai }] }).pembilang
      const now = prorata({ ...month, cuti: leave ? [leave] : [] }).pembilang
      expect(now).toBeGreaterThanOrEqual(all)
      expect(now).toBeLessThanOrEqual(prorata(month).pembilang)
      expect(leave === null).toBe(back <= mulai)
      expect(back <= selesai || now === all).toBe(true)
    }))
})

describe('a return after a stop', () => {
  const stopped = {
    ...base,
    selesai: '2026-11-15',
    cuti_mulai: '2026-11-01',
    cuti_selesai: '2026-11-30',
  }
  const past = [
    { mulai: '2026-10-03', selesai: '2026-10-04' },
    { mulai: '2026-12-01', selesai: '2026-12-31' },
  ]
  test('in the same month counts the days between as missing and shortens leaves', () => {
    expect(daysAway(stopped, past, '2026-11-20')).toEqual({
      past: [past[0], { mulai: '2026-11-01', selesai: '2026-11-15' }],
      between: { mulai: '2026-11-16', selesai: '2026-11-19' },
    })
    expect(daysAway(stopped, [], '2026-11-16')?.between).toBeNull()
  })
  test('in another month starts a new period', () =>
    expect(daysAway(stopped, past, '2026-12-01')).toBeUndefined())
})

describe('an end', () => {
  test('keeps the state until the last lesson and then makes it inactive', () =>
    everySeed(200, (r) => {
      const day = addDays(rule.today, r.int(-40, 40))
      const row = { ...base, status: r.chance(0.5) ? aktif : cuti }
      const status = statusAfterStop(row, day, rule.today)
      expect(status).toBe(day > rule.today ? row.status : tidakAktif)
    }))
  test('lies on or after the start and within a year', () => {
    for (const day of ['2026-01-04', '2025-11-01', '2028-01-01'])
      expect(endIssues(base, day, rule.today).map((i) => i.field)).toEqual(['selesai'])
    for (const day of ['2026-01-05', '2026-11-23', '2027-11-01'])
      expect(endIssues(base, day, rule.today)).toEqual([])
  })
})
