/** Tests of the page that lists the audit log of all records. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, place, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-id]')]
const open = async (path = '/audit', bearer = school.superadmin.token) => {
  const user = await renderApp(path, bearer)
  await screen.findByRole('table')
  return user
}
const changeBank = async () => {
  const { versi } = must(await school.superadmin.get(`/bank/view?id=${school.ids.bank}`))
  must(
    await school.superadmin.post(`/bank/update?id=${school.ids.bank}`, {
      versi,
      atas_nama: 'Yayasan Nada',
    }),
  )
}

test('shows an export with its filter, a denied page and a revealed number', async () => {
  await school.superadmin.get('/user/ekspor?fields=name&status=10')
  const by = await school.api.as(school.ids.pelatih)
  await by.post('/audit/rute-ditolak', { route: '/bank' })
  const { versi } = must(await school.superadmin.get(`/user/view?id=${school.ids.pelatih}`))
  must(
    await school.superadmin.post(`/user/update?id=${school.ids.pelatih}`, {
      versi,
      nik: '3174000000000001',
    }),
  )
  must(
    await school.superadmin.post(`/user/lihat-nik?id=${school.ids.pelatih}`, {
      alasan: 'Untuk laporan pajak',
    }),
  )
  const user = await open()
  for (const [words, detail] of [
    ['mengekspor', /Filter.*status=10/],
    ['ditolak membuka halaman', /Halaman.*\/bank/],
    ['melihat NIK', /Kolom.*nik/],
  ] as const) {
    const row = rows().find((r) => r.textContent?.includes(words))
    await user.click(within(row!).getByRole('button', { name: /^Rincian / }))
    await waitFor(() => expect(row!.nextElementSibling).toHaveTextContent(detail))
  }
  expect(rows().some((r) => r.textContent?.includes('Untuk laporan pajak'))).toBe(true)
  expect(screen.getByRole('link', { name: 'Buka user' })).toHaveAttribute(
    'href',
    expect.stringContaining(`/user/view?id=${school.ids.pelatih}`),
  )
})

test('shows actor, action and record of an entry, and expands to its changes', async () => {
  await changeBank()
  const user = await open('/audit?entitas=bank')
  expect(document.title).toBe('Riwayat · Nada')
  const [row] = rows()
  expect(row).toHaveTextContent('mengubah')
  expect(row).toHaveTextContent('Bank BCA')
  const unfold = within(row!).getByRole('button', { name: /^Rincian / })
  expect(unfold).toHaveAttribute('aria-expanded', 'false')
  await user.click(unfold)
  expect(unfold).toHaveAttribute('aria-expanded', 'true')
  const changes = await screen.findByRole('table', { name: 'Yang berubah' })
  expect(changes).toHaveTextContent(/Atas Nama.*Sekolah Nada.*Yayasan Nada/)
  row!.focus()
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('table', { name: 'Yang berubah' })).toBeNull()
})

describe('a filter of the audit log', () => {
  test('limits by person, action, data and day, stays in the URL and can be removed', async () => {
    await changeBank()
    const user = await open('/audit?aksi=update&entitas=bank&oleh=1&created_at.gte=2020-01-01')
    expect(rows().length).toBeGreaterThan(0)
    expect(school.asked(/^GET \/audit\?.*filter\[created_at\]\[gte\]=2020-01-01/)).not.toEqual([])
    expect(screen.getByRole('button', { name: 'Hapus filter Tindakan' })).toBeVisible()
    // A date filter has two fields, so it opens from the filter button instead of the filter row.
    await user.click(screen.getByRole('button', { name: 'Filter (4)' }))
    expect(await screen.findByLabelText('Waktu dari')).toHaveValue('1 Jan 2020')
    await user.click(screen.getByRole('button', { name: 'Hapus filter Data' }))
    expect(place()).not.toContain('entitas')
  })
  test('shows a note if nothing matches', async () => {
    await renderApp('/audit?aksi=anonimkan', school.superadmin.token)
    expect(await screen.findByText('Tidak ada yang cocok')).toBeVisible()
  })
})

test('opens from the user menu for users with access', async () => {
  const user = await renderApp('/bank', school.superadmin.token)
  await user.click(screen.getByRole('button', { name: /Menu pengguna/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Riwayat' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Riwayat' })).toBeVisible()
})
test('rejects users without access', async () => {
  await renderApp('/audit', (await school.api.as(school.ids.pelatih)).token)
  expect(place()).toBe('/errors/403')
})
test('hides the menu item from users without access', async () => {
  const coach = await school.api.as(school.ids.pelatih)
  const user = await renderApp('/kursus-pelatih', coach.token)
  await user.click(await screen.findByRole('button', { name: /Menu pengguna/ }))
  expect(await screen.findByRole('menuitem', { name: 'Log Out' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Riwayat' })).toBeNull()
})
