/** Tests of lessons: names in the calendar, and a change to a class from the day of a lesson on. */
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Hari } from '#contract/enums.ts'
import { currentDay, weekday } from '#contract/values/tanggal.ts'
import { enrol, makeKelas, makePeserta } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { must, type School } from '#mocks/school/school.ts'
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

test('enrols a student from the page of the class until it is full', async () => {
  const { ids, superadmin } = school
  const s = { ...school.api, ids, superadmin } as unknown as School
  const kelas = await makeKelas(s, ids.gedung, { kapasitas: 1, hari: Hari.jumat })
  await makePeserta(s, ids.akun, ids.gedung, { name: 'Kirana Dewi' })
  const user = await renderApp(`/kursus-pelatih/view?id=${kelas}`, superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Tambah peserta' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByRole('combobox', { name: 'Peserta' }), 'Kirana')
  await user.click(await screen.findByRole('option', { name: /^Kirana Dewi/ }))
  await user.click(dialog.getByRole('button', { name: 'Simpan' }))
  const table = await screen.findByRole('table', { name: 'Peserta' })
  expect(await within(table).findByText('Kirana Dewi')).toBeVisible()
  expect(screen.getByText('Kelas penuh')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Tambah peserta' })).toBeDisabled()
})

test('titles private lessons by the student, groups by the course, links to students', async () => {
  const { ids, superadmin } = school
  const s = { ...school.api, ids, superadmin } as unknown as School
  const day = currentDay()
  const privateClass = await makeKelas(s, ids.gedung, { kapasitas: 1, hari: weekday(day) })
  const child = await makePeserta(s, ids.akun, ids.gedung, { name: 'Ratih Ayu Maharani' })
  const enrolment = await enrol(s, child, privateClass)
  const group = await makeKelas(s, ids.gedung, {
    kapasitas: 9,
    hari: weekday(day),
    jam_mulai: '11:00',
  })
  for (const name of ['Ani Satu', 'Budi Dua', 'Caca Tiga', 'Dodi Empat', 'Eka Lima'])
    await enrol(s, await makePeserta(s, ids.akun, ids.gedung, { name }), group)
  // The server generated the lesson of the group only if the test runs before 11.00.
  await s.db.deleteFrom('pertemuan').where('kursus_pelatih_id', '=', group).execute()
  await storeLesson(s, group, day, { jam_mulai: '11:00' })
  const lesson = await storeLesson(s, privateClass, day, { jam_mulai: '09:00' })
  must(
    await superadmin.post(
      `/pertemuan/tandai?id=${lesson}`,
      { peserta: [{ kursus_peserta_id: enrolment, kode_absensi: 'IZIN' }] },
      'kartu',
    ),
  )
  await s.db
    .updateTable('user')
    .set({ phone: '+6281234500033' })
    .where('id', '=', ids.akun)
    .execute()
  const user = await renderApp(
    `/kursus-pelatih?tab=hari&tanggal=${day}&gedung_id=${ids.gedung}`,
    superadmin.token,
  )
  const event = await screen.findByRole('button', { name: /^Ratih M\. · .+ 09\.00/ })
  expect(screen.getByRole('button', { name: /Ani, Budi, Caca \+2 · .* · 5\/9/ })).toBeVisible()
  await user.click(event)
  const card = within(await screen.findByRole('dialog', { name: 'Pertemuan' }))
  expect(await card.findByRole('link', { name: 'Ratih Ayu Maharani' })).toHaveAttribute(
    'href',
    expect.stringContaining(`/user/view?id=${child}`),
  )
  expect(within(card.getByRole('list', { name: 'Peserta' })).getByText('Izin')).toBeVisible()
  expect(card.getByRole('link', { name: 'WhatsApp keluarga Ratih Ayu Maharani' })).toHaveAttribute(
    'href',
    'https://wa.me/6281234500033',
  )
})
