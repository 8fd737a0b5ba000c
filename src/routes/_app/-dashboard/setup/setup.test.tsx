/**
 * Tests of the setup guide on the dashboard: the next step is unfolded, forms over the dashboard
 * finish steps, optional steps can be skipped, and the guide can be closed and opened again.
 */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw/http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import type { SetupState } from '#src/data/dashboard.ts'
import { router } from '#src/router.tsx'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
/** Stores a setting without a request. */
const set = (key: string, value: unknown) =>
  school.api.db
    .updateTable('setting')
    .set({ value: JSON.stringify(value) })
    .where('key', '=', key)
    .execute()
beforeEach(async () => {
  localStorage.clear()
  await set('panduan', 'otomatis')
})
afterEach(closeApp)

const guide = async () => {
  const heading = await screen.findByRole('heading', { name: 'Siapkan sekolah Anda' })
  return within(heading.closest('section') ?? document.body)
}
const head = async (name: RegExp) => (await guide()).findByRole('button', { name })
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const isUnfolded = async (name: RegExp, yes = true) =>
  waitFor(async () => expect(await head(name)).toHaveAttribute('aria-expanded', String(yes)))

test('unfolds the next step, and hides panels without content', async () => {
  await renderApp('/', school.superadmin.token)
  await isUnfolded(/Nama dan logo sekolah/)
  expect((await guide()).getAllByRole('button', { expanded: true })).toHaveLength(1)
  expect(await head(/^Outlet dan jam bukanya/)).toHaveTextContent('selesai: 2 outlet')
  expect(await head(/^Kategori kursus/)).toHaveTextContent('selesai: Piano')
  expect(screen.queryByText('Tagihan diterbitkan')).toBeNull()
  expect(screen.queryByText('Kas outlet')).toBeNull()
  expect(screen.queryByText('Tiga hal yang mempercepat')).toBeNull()
})

test('finishes a step by a form over the dashboard, and moves the focus to the next one', async () => {
  await renderApp('/', school.superadmin.token)
  await press('Isi nama dan logo')
  const dialog = await screen.findByRole('dialog', { name: 'Nama dan logo sekolah' })
  const name = await within(dialog).findByRole('textbox', { name: 'Nama sekolah' })
  await userEvent.clear(name)
  await userEvent.type(name, 'Nada Kita')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Simpan' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await head(/^Nama dan logo sekolah/)).toHaveTextContent('Nada Kita')
  await isUnfolded(/^Jam mengajar guru/)
  const next = screen.getByRole('link', { name: 'Isi jam mengajar' })
  await waitFor(() => expect(next).toHaveFocus())
  expect(next).toHaveAttribute(
    'href',
    expect.stringContaining(`/user/ubah-jadwal-pelatih?id=${school.ids.pelatih}`),
  )
})

test('adds a further row to a finished step, with a proposed name', async () => {
  await renderApp('/', school.superadmin.token)
  await userEvent.click(await head(/^Ruang/))
  await isUnfolded(/Nama dan logo sekolah/, false)
  await press('Tambah ruang')
  const dialog = await screen.findByRole('dialog', { name: 'Tambah Ruang' })
  expect(await within(dialog).findByRole('textbox', { name: 'Nama Ruang' })).toHaveValue('Ruang 3')
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Outlet' }))
  await userEvent.click(await screen.findByRole('option', { name: /^Nada Jakarta/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Simpan' }))
  await waitFor(async () => expect(await head(/^Ruang/)).toHaveTextContent('3 ruang'))
})

test('skips an optional step for the whole school', async () => {
  await renderApp('/', school.superadmin.token)
  await press('Lewati')
  await waitFor(async () =>
    expect(await head(/^Nama dan logo sekolah/)).toHaveTextContent('Dilewati'),
  )
  await isUnfolded(/^Jam mengajar guru/)
  expect(screen.queryByRole('button', { name: 'Lewati' })).toBeNull()
  const office = await school.api.as(school.ids.admin)
  const { langkah } = must(await office.get<SetupState>('/dashboard/panduan'))
  expect(langkah.filter(({ dilewati }) => dilewati).map(({ kunci }) => kunci)).toEqual(['sekolah'])
})

test('closes the guide, and opens it again from the settings', async () => {
  await renderApp('/', school.superadmin.token)
  await press('Tutup panduan')
  const question = await screen.findByRole('dialog', { name: 'Tutup panduan?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Tutup panduan' }))
  await waitFor(() =>
    expect(screen.queryByRole('heading', { name: 'Siapkan sekolah Anda' })).toBeNull(),
  )
  expect(await screen.findByText('Tagihan diterbitkan')).toBeVisible()
  await router.navigate({ to: '/setting', search: { tab: 'umum', kunci: 'panduan' } })
  const choice = await screen.findByRole('combobox', { name: 'Panduan Siapkan sekolah Anda' })
  await userEvent.selectOptions(choice, 'Sampai sekolah siap')
  await press('Simpan')
  await screen.findByText('Panduan Siapkan sekolah Anda disimpan')
  await router.navigate({ to: '/' })
  await isUnfolded(/Nama dan logo sekolah/)
})

test('leaves steps to the superadmin that the user may not do', async () => {
  await renderApp('/', (await school.api.as(school.ids.admin2)).token)
  await isUnfolded(/Nama dan logo sekolah/)
  expect((await guide()).getByText('Dikerjakan oleh superadmin.')).toBeVisible()
  expect((await guide()).queryByRole('button', { name: 'Lewati' })).toBeNull()
  expect((await guide()).queryByRole('button', { name: 'Tutup panduan' })).toBeNull()
  await userEvent.click(await head(/^Ruang/))
  expect((await guide()).getByRole('button', { name: 'Tambah ruang' })).toBeVisible()
})

test('offers the demo school, and moving in from a workbook', async () => {
  await renderApp('/', school.superadmin.token)
  await press('Coba dengan data contoh')
  const demo = within(await screen.findByRole('dialog', { name: 'Coba dengan data contoh' }))
  expect(demo.getByText('npm run demo')).toBeVisible()
  await userEvent.click(demo.getByRole('button', { name: 'Tutup' }))
  const link = screen.getByRole('link', { name: 'Pindahkan dari Excel' })
  expect(link).toHaveAttribute('href', expect.stringContaining('/pindahan'))
})

test('reports a failed request, and repeats it', async () => {
  const failure = { success: false, data: { message: 'Rusak' } }
  school.use(http.get('*/api/dashboard/panduan', () => HttpResponse.json(failure, { status: 500 })))
  await renderApp('/', school.superadmin.token)
  expect(await (await guide()).findByText('Gagal dimuat', {}, { timeout: 10_000 })).toBeVisible()
  school.use(http.get('*/api/dashboard/panduan', ({ request }) => school.api.app.fetch(request)))
  await press('Coba lagi')
  await isUnfolded(/Nama dan logo sekolah/)
})

test('asks for no guide in a school that has closed it', async () => {
  await set('panduan', 'tutup')
  await renderApp('/', school.superadmin.token)
  await waitFor(() => expect(screen.getByText('Tagihan diterbitkan')).toBeVisible())
  expect(school.asked(/panduan/)).toEqual([])
})

test('shows a finished guide that the settings ask for', async () => {
  await set('panduan', 'tampil')
  await school.api.db
    .insertInto('jadwal_kosong_pelatih')
    .values({ pelatih_id: school.ids.pelatih, hari: 1, jam: '09:00', status: 1 })
    .execute()
  await renderApp('/', school.superadmin.token)
  expect(await head(/^Jam mengajar guru/)).toHaveTextContent('Citra Guru')
})

test('names what the first bill lacks, with links, until a bill is published', async () => {
  await renderApp('/billing/generate', school.superadmin.token)
  const note = await screen.findByText(/Tagihan pertama sekolah ini belum memuat/)
  expect(note).toHaveTextContent('belum memuat nama sekolah dan logo.')
  expect(within(note).getByRole('link', { name: 'logo' })).toHaveAttribute(
    'href',
    expect.stringContaining('kunci=logo'),
  )
})

test('shows the ways to save time until they are closed on this device', async () => {
  await set('panduan', 'tutup')
  await renderApp('/', school.superadmin.token)
  const title = { name: /mempercepat$/ }
  expect(await screen.findByRole('heading', title)).toBeVisible()
  await press('Mengerti')
  expect(screen.queryByRole('heading', title)).toBeNull()
  expect(localStorage.getItem('nada.kiat')).toBe('false')
})
