/** Tests of the form of an enrolment when the wanted class is full. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Hari, RoleId } from '#contract/enums.ts'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

/** Fills the class of the school, and makes a free class of its course and another student. */
const makeClasses = async () => {
  const { superadmin, api, ids } = school
  const full = ids.kelas
  await api.db.updateTable('kursus_pelatih').set({ kapasitas: 2 }).where('id', '=', full).execute()
  const create = async (path: string, body: object) =>
    must(await superadmin.post<{ id: number }>(`/${path}/create`, { ...body })).id
  const free = await create('kursus-pelatih', {
    pelatih_id: ids.pelatih,
    kursus_id: ids.kursus,
    gedung_id: ids.gedung,
    ruang_id: ids.ruang,
    hari: Hari.jumat,
    jam_mulai: '09:00',
    mulai: '2024-01-01',
  })
  const peserta = await create('user', {
    role_id: RoleId.peserta,
    name: 'Kirana Santoso',
    akun_billing_id: ids.akun,
    gedung_id: ids.gedung,
    gender: 'Perempuan',
    tanggal_lahir: '2015-03-04',
    wali_nama: 'Wali',
    wali_phone: '081234567890',
    persetujuan: true,
  })
  const nameOf = async (id: number) =>
    must(await superadmin.get<{ nama: string }>(`/kursus-pelatih/view?id=${id}`)).nama
  return { peserta, full, free, fullName: await nameOf(full), freeName: await nameOf(free) }
}
/** Opens the form that adds the student to a class, and the choices of the class. */
const openChoices = async (peserta: number) => {
  const user = await renderApp(`/user/view?id=${peserta}&tab=kursus`, school.superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Masukkan ke kelas' }))
  const form = within(await screen.findByRole('dialog'))
  const field = await form.findByRole('combobox', { name: /^Kelas/ })
  await user.click(field)
  return { user, form, field }
}

test('offers other classes for a full class, which cannot be chosen', async () => {
  const { peserta, free, fullName, freeName } = await makeClasses()
  const { user, form, field } = await openChoices(peserta)
  const option = await screen.findByRole('option', { name: new RegExp(`^${fullName}`) })
  expect(option).toHaveAttribute('aria-disabled', 'true')
  expect(option).toHaveTextContent('penuh')
  await user.click(option)
  expect(field).toHaveValue('')
  expect(await form.findByText(/penuh \(2 dari 2\)/)).toBeVisible()
  expect(form.getByRole('link', { name: 'Cari jam kosong' })).toBeVisible()
  await user.click(await form.findByRole('button', { name: freeName }))
  await waitFor(() => expect(field).toHaveValue(freeName))
  expect(form.queryByText(/penuh \(/)).toBeNull()
  await user.click(form.getByRole('button', { name: 'Simpan' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const enrolments = must(
    await school.superadmin.get<unknown[]>(`/kursus-peserta?kursus_pelatih_id=${free}`),
  )
  expect(enrolments).toHaveLength(1)
})

test('puts the student on the waiting list of a full class, and takes the student off', async () => {
  const { peserta, full, fullName } = await makeClasses()
  const waiting = async () =>
    must(await school.superadmin.get<unknown[]>(`/daftar-tunggu?kursus_pelatih_id=${full}`))
  const { user, form } = await openChoices(peserta)
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${fullName}`) }))
  const add = await form.findByRole('button', { name: 'Masukkan ke daftar tunggu' })
  await waitFor(() => expect(add).toBeEnabled())
  add.focus()
  await user.keyboard('{Enter}')
  expect(
    await form.findByText(/^Kirana Santoso menunggu di kelas ini sejak .+, urutan 1\.$/),
  ).toBeVisible()
  expect(await waiting()).toHaveLength(1)
  expect(form.getByRole('button', { name: 'Hapus dari daftar tunggu' })).toHaveFocus()
  await user.click(form.getByRole('button', { name: 'Hapus dari daftar tunggu' }))
  await user.click(await screen.findByRole('button', { name: 'Hapus' }))
  expect(await form.findByRole('button', { name: 'Masukkan ke daftar tunggu' })).toBeVisible()
  expect(await waiting()).toEqual([])
})
