/** Test of a change to a class that takes effect from one of its lessons on. */
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Hari } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const lessonsOf = async (kelas: number) =>
  school.api.db
    .selectFrom('pertemuan')
    .select(['tanggal', 'jam_mulai'])
    .where('kursus_pelatih_id', '=', kelas)
    .where('mulai_at', '>', new Date().toISOString())
    .orderBy('mulai_at')
    .execute()

test('changes a class from a lesson on and keeps the lessons before it', async () => {
  const { ids, superadmin } = school
  const { id } = must(
    await superadmin.post<{ id: number }>('/kursus-pelatih/create', {
      pelatih_id: ids.pelatih,
      kursus_id: ids.kursus,
      gedung_id: ids.gedung,
      ruang_id: ids.ruang,
      hari: Hari.rabu,
      jam_mulai: '10:00',
      mulai: currentDay(),
    }),
  )
  const before = await lessonsOf(id)
  const user = await renderApp(`/kursus-pelatih/view?id=${id}`, superadmin.token)
  await user.click(await screen.findByRole('tab', { name: /^Pertemuan/ }))
  const table = await screen.findByRole('table', { name: 'Pertemuan berikutnya' })
  await user.click(within(table).getAllByRole('button', { name: /^Aksi/ })[2]!)
  await user.click(await screen.findByRole('menuitem', { name: 'Ubah kelas mulai tanggal ini' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText(/^Perubahan berlaku mulai/)).toBeVisible()
  const time = within(dialog).getByLabelText(/^Jam Mulai/)
  await user.clear(time)
  await user.type(time, '15.00')
  await user.click(within(dialog).getByRole('button', { name: 'Simpan' }))
  await vi.waitFor(async () => {
    const times = (await lessonsOf(id)).map((l) => l.jam_mulai)
    expect(times).toEqual(before.map((_, i) => (i < 2 ? '10:00' : '15:00')))
  })
})
