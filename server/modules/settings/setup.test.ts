/**
 * Setup guide of a school with rows: skipping and closing, and the limits of readers. The steps of
 * an empty school are in setupSteps.test.ts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { waitingToday } from '#contract/access/waitingCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { RoleId } from '#contract/enums.ts'
import type { setupState } from '#contract/settings/setupCalls.ts'
import type { SetupName } from '#contract/settings/setupSteps.ts'
import type { Client } from '#mocks/api/api.ts'
import { setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

type State = CallOutput<typeof setupState>
const stateOf = async (by: Client) => must(await by.get<State>('/dashboard/panduan'))
const shownTo = async (by: Client) =>
  must(await by.get<CallOutput<typeof waitingToday>>('/dashboard/menunggu')).panduan
const stepOf = ({ langkah }: State, kunci: SetupName) =>
  langkah.find((step) => step.kunci === kunci)

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

test('skips optional steps only, and closes the guide, both with an entry in the audit log', async () => {
  const skip = await s.superadmin.post('/setting/update', {
    key: 'panduan_dilewati',
    value: ['outlet'],
    versi: 1,
  })
  expect(skip.status).toBe(422)
  await setSetting(s, 'panduan', 'otomatis')
  await setSetting(s, 'panduan_dilewati', ['sekolah'])
  const state = await stateOf(s.superadmin)
  expect(stepOf(state, 'sekolah')).toMatchObject({ selesai: false, dilewati: true })
  expect(state.versi).toEqual({ panduan: 2, panduan_dilewati: 2 })
  expect(await shownTo(s.superadmin)).toContain('outlet')
  await setSetting(s, 'panduan', 'tutup')
  expect(await shownTo(s.superadmin)).toBeUndefined()
  const entries = await s.db
    .selectFrom('audit')
    .select('sesudah')
    .where('entitas', '=', 'setting')
    .execute()
  expect(entries.map(({ sesudah }) => JSON.parse(sesudah ?? ''))).toEqual([
    { panduan: 'otomatis' },
    { panduan_dilewati: ['sekolah'] },
    { panduan: 'tutup' },
  ])
})

test('tells an admin of one outlet what is done, but no names, numbers or school steps', async () => {
  const { langkah } = await stateOf(s.admin2)
  expect(langkah.filter(({ selesai }) => selesai).length).toBeGreaterThan(5)
  for (const { jumlah, nama, sasaran } of langkah)
    expect([jumlah, nama, sasaran]).toEqual([null, null, null])
  const may = langkah.filter(({ boleh }) => boleh).map(({ kunci }) => kunci)
  expect(may).toEqual([
    'ruang',
    'kursus',
    'guru',
    'jam',
    'peserta',
    'kelas',
    'tagihan',
    'pembayaran',
  ])
  const office = (await stateOf(s.admin)).langkah
  expect(office.filter(({ boleh }) => !boleh).map(({ kunci }) => kunci)).toEqual([
    'sekolah',
    'rekening',
  ])
  expect(office.find(({ kunci }) => kunci === 'outlet')).toMatchObject({ jumlah: 2, nama: null })
})

test('hides the guide from users who may do no step, and needs the code of the dashboard', async () => {
  await setSetting(s, 'panduan', 'tampil')
  const role = must(
    await s.superadmin.post<{ id: number }>('/role/create', {
      name: 'Pembaca',
      dasar_role_id: RoleId.admin,
      accesses: ['dashboard', 'billing/index'],
    }),
  )
  await s.db.updateTable('user').set({ role_id: role.id }).where('id', '=', s.ids.admin2).execute()
  const reader = await s.as(s.ids.admin2)
  expect(await shownTo(reader)).toBeUndefined()
  expect((await stateOf(reader)).langkah.filter(({ boleh }) => boleh)).toEqual([])
  expect((await s.sales.get('/dashboard/panduan')).status).toBe(403)
  expect(await shownTo(s.superadmin)).toContain('outlet')
})
