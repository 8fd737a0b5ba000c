/**
 * Tests that the portal of a coach shows a success message after an action, although the action
 * removes the pressed button.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addDays, currentDay, formatTanggalShort } from '#contract/values/tanggal.ts'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const coach = () => school.api.as(school.ids.pelatih)
const dialog = async (name: RegExp) => within(await screen.findByRole('dialog', { name }))
const waitForClose = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('withdraws a proposal', async () => {
  const { token, post } = await coach()
  const proposal = { catatan: 'Siap naik level' }
  must(await post(`/kursus-peserta/usulkan-lulus?id=${school.ids.kp}`, proposal))
  const user = await renderApp('/portal/pelatih', token)
  await user.click(await screen.findByRole('button', { name: /^Tarik usulan lulus Hana/ }))
  expect(await screen.findByText('Usulan lulus Hana Santoso ditarik')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Usulkan lulus Hana Santoso' })).toBeVisible()
})

test('approves an hour', async () => {
  const { ids, api, superadmin } = school
  const asks = { status: 'aktif', tanya_dulu: 1 } as const
  await api.db.updateTable('kursus_pelatih').set(asks).where('id', '=', ids.kelas).execute()
  const user = await renderApp('/portal/pelatih', (await coach()).token)
  await user.click(await screen.findByRole('button', { name: /^Setujui jam Piano Grade 1/ }))
  expect(await screen.findByText('Jam Piano Grade 1 disetujui')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Menunggu persetujuan Anda')).toBeNull())
  const { tanya_dulu_disetujui_oleh } = must(
    await superadmin.get<{ tanya_dulu_disetujui_oleh: number | null }>(
      `/kursus-pelatih/view?id=${ids.kelas}`,
    ),
  )
  expect(tanya_dulu_disetujui_oleh).toBe(ids.pelatih)
})

test('corrects leave with reversed days, requests it and withdraws it', async () => {
  const { ids, superadmin } = school
  const [first, last] = [addDays(currentDay(), 30), addDays(currentDay(), 32)]
  const user = await renderApp('/portal/pelatih', (await coach()).token)
  await user.click(await screen.findByRole('button', { name: 'Ajukan libur' }))
  const form = await dialog(/^Ajukan Libur$/)
  await user.type(await form.findByLabelText(/^Mulai/), formatTanggalShort(last))
  await user.type(form.getByLabelText(/^Selesai/), formatTanggalShort(first))
  await user.type(form.getByLabelText(/^Alasan/), 'Resital keluarga')
  await user.click(form.getByRole('button', { name: 'Ajukan' }))
  await waitFor(() => expect(form.getByLabelText(/^Selesai/)).toBeInvalid())
  await user.clear(form.getByLabelText(/^Mulai/))
  await user.type(form.getByLabelText(/^Mulai/), formatTanggalShort(first))
  await user.clear(form.getByLabelText(/^Selesai/))
  await user.type(form.getByLabelText(/^Selesai/), formatTanggalShort(last))
  await user.click(form.getByRole('button', { name: 'Ajukan' }))
  await waitForClose()
  const days = `${formatTanggalShort(first)} – ${formatTanggalShort(last)}`
  await user.click(await screen.findByRole('button', { name: `Tarik pengajuan ${days}` }))
  const ask = await dialog(/^Tarik pengajuan libur /)
  await user.click(ask.getByRole('button', { name: 'Tarik' }))
  await waitForClose()
  expect(await screen.findByText(`Pengajuan ${days} ditarik`)).toBeVisible()
  const remainingLeaves = await superadmin.get<unknown[]>(
    `/pelatih-libur?pelatih_id=${ids.pelatih}`,
  )
  expect(must(remainingLeaves)).toEqual([])
})
