import { describe, expect, test } from 'vitest'
import {
  correctedFrom,
  honorOf,
  rateFor,
  salaryFor,
  type DatedRate,
} from '#contract/schedule/rules/honor.ts'

describe('pay for a lesson', () => {
  const perLesson = { tarif: 75_000, persen: null }
  test('is the whole rate if a mark pays or the lesson has no students', () => {
    expect(honorOf(perLesson, ['SAKIT', 'ALPA'], 0)).toBe(75_000)
    expect(honorOf(perLesson, [], 0)).toBe(75_000)
    expect(honorOf(perLesson, ['SAKIT', 'IZIN', 'LIBUR'], 0)).toBe(0)
    expect(honorOf({ tarif: null, persen: null }, ['HADIR'], 0)).toBeNull()
  })
  test('is a share of the lesson price for each student whose mark pays', () => {
    const share = { tarif: null, persen: 3333 }
    expect(honorOf(share, ['HADIR', 'SAKIT', 'TERLAMBAT'], 100_000)).toBe(66_660)
    expect(honorOf(share, ['HADIR'], 150)).toBe(50)
    expect(honorOf(share, [], 100_000)).toBe(0)
  })
})

const rate = (more: Partial<DatedRate>): DatedRate => ({
  kursus_id: null,
  gedung_id: null,
  berlaku_mulai: '2026-01-01',
  jenis: 'per_pertemuan',
  tarif: 1,
  persen: null,
  ...more,
})
test('applies the most specific rate, then the latest', () => {
  const rates = [
    rate({ tarif: 1, berlaku_mulai: '2026-06-01' }),
    rate({ tarif: 2 }),
    rate({ tarif: 3, gedung_id: 7 }),
    rate({ tarif: 4, kursus_id: 5 }),
    rate({ tarif: 5, kursus_id: 5, gedung_id: 7, berlaku_mulai: '2026-03-01' }),
  ]
  const of = (kursus_id: number, gedung_id: number, tanggal: string) =>
    rateFor(rates, { kursus_id, gedung_id, tanggal })?.tarif
  expect(of(6, 8, '2025-12-31')).toBeUndefined()
  expect(of(6, 8, '2026-05-31')).toBe(2)
  expect(of(6, 8, '2026-06-01')).toBe(1)
  expect(of(6, 7, '2026-06-01')).toBe(3)
  expect(of(5, 7, '2026-02-28')).toBe(4)
  expect(of(5, 7, '2026-03-01')).toBe(5)
})
test('applies a salary at its outlet until another rate for the outlet starts', () => {
  const rates = [
    rate({ jenis: 'tetap', gedung_id: 7, tarif: 9 }),
    rate({ gedung_id: 7, berlaku_mulai: '2026-04-15' }),
    rate({ kursus_id: 5, gedung_id: 7, berlaku_mulai: '2026-02-01' }),
  ]
  expect(salaryFor(rates, 7, '2026-03-31')?.tarif).toBe(9)
  expect(salaryFor(rates, 7, '2026-04-30')).toBeUndefined()
  expect(salaryFor(rates, 8, '2026-03-31')).toBeUndefined()
  expect(salaryFor(rates, 7, '2025-12-31')).toBeUndefined()
})
test('corrects back over consecutive final or closed months only', () => {
  const from = (finals: string[], locked = '') => correctedFrom('2026-06', new Set(finals), locked)
  expect(from([])).toBe('2026-06')
  expect(from(['2026-04'])).toBe('2026-06')
  expect(from(['2026-05', '2026-04', '2026-02'])).toBe('2026-04')
  expect(from(['2026-03'], '2026-05-31')).toBe('2026-03')
  expect(from(['2026-03'], '2026-05-30')).toBe('2026-06')
})
