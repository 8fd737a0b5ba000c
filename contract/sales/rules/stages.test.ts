import { expect, test } from 'vitest'
import { Activation } from '#contract/enums.ts'
import { TahapLead } from '#contract/sales/leadEnums.ts'
import { nextStages, stageAfter, whyNotDeleted, whyNotStage } from '#contract/sales/rules/stages.ts'

const { belum, terdaftar, pilihKursus } = Activation

test.each([
  ['baru', 'dihubungi trial_dijadwalkan penawaran kalah'],
  ['dihubungi', 'baru trial_dijadwalkan penawaran kalah'],
  ['trial_dijadwalkan', 'dihubungi trial_hadir penawaran kalah'],
  ['trial_hadir', 'trial_dijadwalkan penawaran kalah'],
  ['penawaran', 'dihubungi trial_dijadwalkan trial_hadir kalah'],
  ['menang', ''],
  ['kalah', 'dihubungi'],
] as const)('from %s to %s', (tahap, to) => {
  const order = TahapLead.options.map((o) => String(o.value))
  const expected = to.split(' ').filter(Boolean)
  expect(nextStages({ tahap, activation: belum })).toEqual(
    expected.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
  )
})
test('only who has chosen a course is won, and who has is not lost', () => {
  const lead = { tahap: 'penawaran' as const, activation: belum }
  expect(whyNotStage(lead, 'menang')).toMatch('aktivasi')
  expect(whyNotStage({ ...lead, activation: terdaftar }, 'menang')).toMatch('aktivasi')
  expect(whyNotStage({ ...lead, activation: pilihKursus }, 'menang')).toBeUndefined()
  expect(whyNotStage({ ...lead, activation: pilihKursus }, 'kalah')).toMatch('menang')
  expect(whyNotStage(lead, 'penawaran')).toMatch('Sudah')
})
test('a call makes a new lead contacted, a note does not', () => {
  expect(stageAfter('baru', 'telepon')).toBe('dihubungi')
  expect(stageAfter('baru', 'catatan')).toBe('baru')
  expect(stageAfter('penawaran', 'wa')).toBe('penawaran')
})
test('a lead with a past is not deleted', () => {
  const fresh = { activation: belum, aktivitas_at: null }
  expect(whyNotDeleted(fresh)).toBeUndefined()
  expect(whyNotDeleted({ ...fresh, aktivitas_at: '2026-11-23T00:00:00Z' })).toMatch('aktivitas')
  expect(whyNotDeleted({ ...fresh, activation: terdaftar })).toMatch('aktivasi')
})
