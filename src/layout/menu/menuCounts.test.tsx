/**
 * Tests that the counts beside the menu items are visible, accessible and up to date, and are not
 * fetched needlessly.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw/http'
import { afterEach, expect, test } from 'vitest'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { makeStale } from '#src/data/api/queryClient.ts'
import { PublishMany } from '#src/data/calls.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const addDraft = async () =>
  must(
    await school.superadmin.post<{ id: number }>('/billing/create', {
      akun_billing_id: school.ids.akun,
      gedung_id: school.ids.gedung,
      jatuh_tempo: '2040-12-31',
      items: [
        { jenis_billing_id: school.ids.jenis, deskripsi: 'Kursus', qty: 1, harga_satuan: 1000 },
      ],
    }),
  ).id
const item = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Menu utama' })).getByRole('link', { name })
const applicants = () => screen.getAllByRole('link', { name: 'Pendaftar Mandiri' })
const group = () => screen.getByRole('button', { name: 'Tagihan' })
const menuCountRequests = () => school.asked(/^GET \/jumlah-menu/)

test('requests the counts once, for the bell, for a role without counts', async () => {
  await renderApp('/kursus-pelatih', (await school.api.as(school.ids.pelatih)).token)
  expect(item('Jadwal Kelas Guru')).toBeVisible()
  expect(menuCountRequests()).toHaveLength(1)
})

test('shows the count beside its item as a description, and hides a count of zero', async () => {
  const first = await addDraft()
  await addDraft()
  const user = await renderApp('/gedung', school.superadmin.token)
  // A closed group shows the count of its items.
  await waitFor(() => expect(group()).toHaveAccessibleDescription('2 draft belum terbit'))
  await user.click(group())
  expect(group()).not.toHaveAccessibleDescription()
  expect(item('Semua Tagihan')).toHaveAccessibleDescription('2 draft belum terbit')
  expect(item('Semua Tagihan')).toHaveTextContent(/^Semua Tagihan$/)
  expect(item('Semua Tagihan').querySelector('[data-count="2"]')).not.toBeNull()
  for (const link of applicants()) expect(link).not.toHaveAccessibleDescription()
  expect(menuCountRequests()).toHaveLength(1)
  // A write to counted rows refetches the counts.
  await PublishMany.send({ ids: [first] })
  makeStale(['billing'])
  await waitFor(() =>
    expect(item('Semua Tagihan')).toHaveAccessibleDescription('1 draft belum terbit'),
  )
  makeStale(['bank'])
  expect(menuCountRequests()).toHaveLength(2)
})

test('shows a count above the limit as 999+', async () => {
  school.use(
    http.get('*/api/jumlah-menu', () =>
      HttpResponse.json({ success: true, data: { draf: 1000, pendaftar: 12 } }),
    ),
  )
  await renderApp('/gedung', school.superadmin.token)
  await screen.findByText('Nada Jakarta')
  await waitFor(() => expect(group()).toHaveAccessibleDescription('999+ draft belum terbit'))
  for (const link of applicants()) expect(link).toHaveAccessibleDescription('12 pendaftar menunggu')
})

test('shows the menu without counts if the call fails', async () => {
  school.use(http.get('*/api/jumlah-menu', () => HttpResponse.json({}, { status: 500 })))
  await renderApp('/gedung', school.superadmin.token)
  await waitFor(() => expect(menuCountRequests()).toHaveLength(1))
  expect(item('Kelola Outlet')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})
