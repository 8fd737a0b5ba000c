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
] as const)('offers from %s the stages %s', (tahap, to) => {
  const order = TahapLead.options.map((o) => String(o.value))
  const expected = to.split(' ').filter(Boolean)
  expect(nextStages({ tahap, activation: belum })).toEqual(
    expected.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
  )
})
test('requires a chosen course for a won lead and rejects losing a lead with a course', () => {
  const lead = { tahap: 'penawaran' as const, activation: belum }
  expect(whyNotStage(lead, 'menang')).toMatch('aktivasi')
  expect(whyNotStage({ ...lead, activation: terdaftar }, 'menang')).toMatch('aktivasi')
  expect(whyNotStage({ ...lead, activation: pilihKursus }, 'menang')).toBeUndefined()
  expect(whyNotStage({ ...lead, activation: pilihKursus }, 'kalah')).toMatch('menang')
  expect(whyNotStage(lead, 'penawaran')).toMatch('Sudah')
})
test('sets the stage to contacted after a call and keeps it after a note', () => {
  expect(stageAfter('baru', 'telepon')).toBe('dihubungi')
  expect(stageAfter('baru', 'catatan')).toBe('baru')
  expect(stageAfter('penawaran', 'wa')).toBe('penawaran')
})
test('rejects deleting a lead with activities or an activation', () => {
  const fresh = { activation: belum, aktivitas_at: null }
  expect(whyNotDeleted(fresh)).toBeUndefined()
  expect(whyNotDeleted({ ...fresh, aktivitas_at: '2026-11-23T00:00:00Z' })).toMatch('aktivitas')
  expect(whyNotDeleted({ ...fresh, activation: terdaftar })).toMatch('aktivasi')
})
