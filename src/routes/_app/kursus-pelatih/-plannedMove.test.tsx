/** Test of a planned change to a class: entered in the form, shown on the record, and withdrawn. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addDays, currentDay, formatTanggalShort, weekday } from '#contract/values/tanggal.ts'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

test('plans a move, shows it beside the other versions and withdraws it', async () => {
  const { superadmin, ids } = school
  // The change starts on a Monday, which is the weekday of the class. The first week of the change
  // therefore has exactly one lesson.
  const from = addDays(currentDay(), 29 - weekday(currentDay()))
  const user = await renderApp(`/kursus-pelatih/view?id=${ids.kelas}`, superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Ubah' }))
  const form = within(await screen.findByRole('dialog'))
  const time = await form.findByLabelText(/^Jam Mulai/)
  await user.clear(time)
  await user.type(time, '16:30')
  await user.type(form.getByLabelText(/^Berlaku Mulai/), formatTanggalShort(from))
  await user.click(form.getByRole('button', { name: 'Simpan' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const notice = new RegExp(`^Mulai ${formatTanggalShort(from)}: Senin 16.30.*Ruang A1, Citra Guru`)
  expect(await screen.findByText(notice)).toBeVisible()
  expect(screen.getByText(/^Senin 09\.00/)).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Jadwal' }))
  const versions = within(await screen.findByRole('table', { name: 'Jadwal kelas ini' }))
  expect(versions.getAllByRole('row')).toHaveLength(3)
  expect(versions.getByText(/^Senin 16\.30/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Batalkan perubahan' }))
  const question = within(await screen.findByRole('dialog', { name: /^Batalkan perubahan jadwal/ }))
  await user.click(question.getByRole('button', { name: 'Batalkan perubahan' }))
  expect(await screen.findByText('Perubahan jadwal dibatalkan')).toBeVisible()
  await waitFor(() => expect(screen.queryByText(notice)).toBeNull())
  const after = must(
    await superadmin.get<{ jam_mulai: string; versi_jadwal?: unknown[] }>(
      `/kursus-pelatih/view?id=${ids.kelas}&expand=versi_jadwal`,
    ),
  )
  expect([after.jam_mulai, after.versi_jadwal ?? []]).toEqual(['09:00', []])
})
