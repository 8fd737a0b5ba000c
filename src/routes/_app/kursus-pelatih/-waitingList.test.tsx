/** Tests of the waiting list on the record of a class. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const setCapacity = (kapasitas: number) =>
  school.api.db
    .updateTable('kursus_pelatih')
    .set({ kapasitas })
    .where('id', '=', school.ids.kelas)
    .execute()
const makeWaiting = async (name: string) => {
  const { superadmin, ids } = school
  const { id: peserta_id } = must(
    await superadmin.post<{ id: number }>('/user/create', {
      role_id: RoleId.peserta,
      name,
      akun_billing_id: ids.akun,
      gedung_id: ids.gedung,
      gender: 'Perempuan',
      tanggal_lahir: '2015-03-04',
      wali_nama: 'Wali',
      wali_phone: '081234567890',
      persetujuan: true,
    }),
  )
  must(await superadmin.post('/daftar-tunggu/create', { peserta_id, kursus_pelatih_id: ids.kelas }))
}
const openClass = () =>
  renderApp(`/kursus-pelatih/view?id=${school.ids.kelas}`, school.superadmin.token)
const names = () =>
  within(screen.getByRole('table', { name: 'Daftar tunggu' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

test('shows nothing when nobody waits', async () => {
  await openClass()
  await screen.findByRole('table', { name: 'Peserta' })
  expect(screen.queryByText('Daftar tunggu')).toBeNull()
})

test('lists the waiting students of a full class, who cannot be enrolled yet', async () => {
  await setCapacity(2)
  await makeWaiting('Rani Hartono')
  await makeWaiting('Bayu Hartono')
  const user = await openClass()
  await screen.findByRole('table', { name: 'Daftar tunggu' })
  expect(names()).toEqual(['Rani Hartono', 'Bayu Hartono'])
  expect(screen.queryByText(/Ada kursi kosong/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Aksi Rani Hartono' }))
  const enrol = await screen.findByRole('menuitem', { name: /^Daftarkan/ })
  expect(enrol).toHaveTextContent('Kelas penuh')
  expect(enrol).toHaveAttribute('aria-disabled', 'true')
})

test('changes the note of a waiting student, and removes the student', async () => {
  await makeWaiting('Rani Hartono')
  await makeWaiting('Bayu Hartono')
  const user = await openClass()
  await user.click(await screen.findByRole('button', { name: 'Aksi Bayu Hartono' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ubah catatan' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(await form.findByRole('textbox', { name: /^Catatan/ }), 'Hanya sore')
  await user.click(form.getByRole('button', { name: 'Simpan' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('Hanya sore')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Aksi Bayu Hartono' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Hapus' }))
  const question = within(await screen.findByRole('dialog'))
  await user.click(await question.findByRole('button', { name: 'Hapus' }))
  await waitFor(() => expect(names()).toEqual(['Rani Hartono']))
})

test('offers a free seat to the first student, and ends the waiting with the enrolment', async () => {
  await setCapacity(3)
  await makeWaiting('Rani Hartono')
  const user = await openClass()
  expect(await screen.findByText(/Ada kursi kosong.*Paling depan: Rani Hartono/)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Aksi Rani Hartono' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Daftarkan' }))
  const form = within(await screen.findByRole('dialog'))
  const student = await form.findByRole('combobox', { name: /^Peserta/ })
  await waitFor(() => expect(student).toHaveValue('Rani Hartono'))
  await user.click(form.getByRole('button', { name: 'Simpan' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const enrolled = within(await screen.findByRole('table', { name: 'Peserta' }))
  expect(await enrolled.findByText('Rani Hartono')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Daftar tunggu' })).toBeNull())
  expect(screen.queryByText(/Ada kursi kosong/)).toBeNull()
})
