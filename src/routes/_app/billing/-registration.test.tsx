/**
 * Tests of the registration fee on the screens: set for an outlet, waived with a reason, and billed
 * by bill generation.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { addMonths, currentDay, firstDay, formatTanggalShort } from '#contract/values/tanggal.ts'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const today = currentDay()
const next = addMonths(today.slice(0, 7), 1)
/**
 * Enrols a new student with a registration fee of Rp250.000 and returns the id of the enrolment.
 */
const enrolNew = async (mulai = today): Promise<number> => {
  const { api, ids, superadmin } = school
  await api.db
    .updateTable('kursus')
    .set({ biaya_pendaftaran: 250_000 })
    .where('id', '=', ids.kursus)
    .execute()
  const student = must(
    await superadmin.post<{ id: number }>('/user/create', {
      role_id: RoleId.peserta,
      name: 'Dewi Baru',
      akun_billing_id: ids.akun2,
      gedung_id: ids.gedung,
      gender: 'Perempuan',
      tanggal_lahir: '2015-03-04',
      wali_nama: 'Wali',
      wali_phone: '081234567890',
      persetujuan: true,
    }),
  )
  const body = { peserta_id: student.id, kursus_pelatih_id: ids.kelas2, mulai }
  return must(await superadmin.post<{ id: number }>('/kursus-peserta/create', body)).id
}
const registrations = () =>
  school.api.db
    .selectFrom('billing_item')
    .select('jumlah')
    .where('kunci_unik', 'like', 'pd:%')
    .execute()

test('sets a registration fee for all outlets from a day on, beside the price', async () => {
  const { ids, superadmin } = school
  const user = await renderApp(`/kursus/view?id=${ids.kursus}&tab=harga`, superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Tambah Harga' }))
  const form = within(await screen.findByRole('dialog'))
  const day = await form.findByLabelText(/^Berlaku Mulai/)
  await user.clear(day)
  await user.type(day, formatTanggalShort(firstDay(today.slice(0, 7))))
  await user.type(form.getByLabelText(/^Biaya Pendaftaran/), '175000')
  await user.click(form.getByRole('button', { name: 'Simpan' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const row = await screen.findByRole('row', { name: /Semua outlet/ })
  expect(row).toHaveTextContent('Rp175.000')
  expect(await screen.findByText(/Pendaftaran peserta baru:/)).toHaveTextContent('Rp175.000')
})

test('removes the fee from the draft with a waiver and stores the reason', async () => {
  const id = await enrolNew()
  expect(await registrations()).toEqual([{ jumlah: 250_000 }])
  const user = await renderApp('/kursus-peserta?q=dewi', school.superadmin.token)
  await user.click(await screen.findByRole('button', { name: /^Aksi Dewi Baru/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ubah' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(await form.findByLabelText(/^Bebas Biaya Pendaftaran/), 'Anak guru')
  await user.click(form.getByRole('button', { name: 'Simpan' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await registrations()).toEqual([])
  const row = await school.superadmin.get(`/kursus-peserta/view?id=${id}`)
  expect(row.data).toMatchObject({ bebas_pendaftaran: 'Anak guru', biaya_pendaftaran: 250_000 })
})

test('marks a missed registration fee in the preview of the month', async () => {
  await enrolNew(firstDay(next))
  await school.api.db.deleteFrom('billing_item').where('kunci_unik', 'like', 'pd:%').execute()
  const user = await renderApp('/billing/generate', school.superadmin.token)
  await user.selectOptions(await screen.findByLabelText(/^Periode/), next)
  await user.click(screen.getByRole('button', { name: 'Lihat pratinjau' }))
  const row = await screen.findByRole('row', { name: /Dewi Baru .*Biaya pendaftaran/ })
  expect(within(row).getByText('pendaftaran')).toBeVisible()
  expect(row).toHaveTextContent('Rp250.000')
  await user.click(screen.getByRole('button', { name: 'Buat draft' }))
  await waitFor(async () => expect(await registrations()).toEqual([{ jumlah: 250_000 }]))
})
