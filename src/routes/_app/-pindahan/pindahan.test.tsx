/**
 * Tests of moving in from one workbook: trial, problems, mapping of unread titles, run, resumption
 * by the address, and access.
 */
import { configure, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw/http'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { book, schoolSheets } from '#mocks/import/workbook.ts'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, place, renderApp } from '#src/test/renderApp.tsx'

// Reading a workbook starts a process of low priority, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })
beforeAll(() => configure({ asyncUtilTimeout: 30_000 }))
afterAll(() => configure({ asyncUtilTimeout: 10_000 }))
const school = serveSchool()
afterEach(closeApp)

const open = (path = '/pindahan', bearer = school.superadmin.token) => renderApp(path, bearer)
const fileOf = (sheets: Parameters<typeof book>[0]) =>
  new File([new Uint8Array(book(sheets))], 'sekolah.xlsx')
const choose = async (user: Awaited<ReturnType<typeof open>>, file: File) =>
  user.upload(await screen.findByLabelText(/^Berkas/), file)
const panel = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  return within(heading.closest('section') ?? document.body)
}
const row = (name: RegExp) => screen.findByRole('row', { name })
const countOf = async (path: string) => must<unknown[]>(await school.superadmin.get(path)).length

test('shows problems by sheet, row and column, maps unread titles, and stores the sheets', async () => {
  const user = await open()
  await choose(user, fileOf(schoolSheets('31', 'Nada Salah')))
  const problems = await panel('Masalah')
  expect(problems.getByRole('heading', { name: 'Lembar Ruang' })).toBeVisible()
  expect(problems.getByRole('row', { name: /^3 Studio B/ })).toHaveTextContent(
    'Outlet: "Nada Salah" tidak ditemukan',
  )
  expect(screen.getByText(/^1 baris bermasalah di lembar Ruang\./)).toBeVisible()
  expect(await row(/^Cabang/)).toHaveTextContent('Cabang (Outlet)11000')
  expect(await countOf('/gedung?q=Nada 31')).toBe(0)

  expect(screen.getByText(/^2 lembar atau kolom tidak dibaca/)).toBeVisible()
  const unread = await panel('Yang tidak dibaca')
  expect(unread.getByRole('button', { name: 'Periksa ulang' })).toBeDisabled()
  await user.selectOptions(unread.getByLabelText('Daftar Jurusan'), 'Kategori Kursus')
  await user.selectOptions(unread.getByLabelText('Pemilik'), 'Telepon')
  await user.click(unread.getByRole('button', { name: 'Periksa ulang' }))
  expect(await row(/^Daftar Jurusan/)).toHaveTextContent('Daftar Jurusan (Kategori Kursus)11000')
  expect(await screen.findByLabelText('Pemilik')).toHaveDisplayValue('Telepon')

  // The map of the titles stays for the corrected workbook.
  await user.click(screen.getByRole('button', { name: 'Pilih berkas yang diperbaiki' }))
  const good = schoolSheets('31')
  await choose(
    user,
    fileOf({
      ...good,
      Cabang: (good.Cabang ?? []).map((cells) =>
        cells.map((text) => (text === 'Ani' ? '0215551234' : text)),
      ),
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Simpan 4 baris' }))
  expect(await screen.findByText('sekolah.xlsx: semua lembar disimpan.')).toBeVisible()
  expect(await row(/^Daftar Jurusan/)).toHaveTextContent('Disimpan')
  expect(screen.getByRole('link', { name: 'Generate tagihan' })).toBeVisible()
  expect(await countOf('/gedung?q=Nada 31')).toBe(1)
  expect(await countOf('/kategori-kursus?q=Biola 31')).toBe(1)
})

test('shows the sums for signing, and undoes a run until something was built on it', async () => {
  const user = await open()
  const { Cabang = [], Ruang = [] } = schoolSheets('37')
  const head = ['Nama Orang Tua', 'No HP', 'Cabang']
  await choose(
    user,
    fileOf({
      Cabang,
      'Akun Billing': [head, ['Budi 37', '08113700001', 'Nada 37']],
      Tunggakan: [
        ['Orang Tua', 'No HP', 'Jatuh Tempo', 'Sisa', 'Cabang'],
        ['Budi 37', '08113700001', '1/1/2026', '350000', 'Nada 37'],
      ],
    }),
  )
  const sums = await panel('Jumlah untuk ditandatangani')
  expect(sums.getByText(/^Cocok: tagihan dan saldo yang akan ada/)).toBeVisible()
  expect(sums.getByRole('row', { name: /^Sisa tagihan terbuka/ })).toHaveTextContent('Rp350.000')
  await user.click(screen.getByRole('button', { name: 'Simpan 3 baris' }))
  await screen.findByText('sekolah.xlsx: semua lembar disimpan.')
  const undo = async () => {
    await user.click(await screen.findByRole('button', { name: 'Urungkan pindahan' }))
    const question = within(await screen.findByRole('dialog', { name: /^Urungkan sekolah/ }))
    await user.click(question.getByRole('button', { name: 'Urungkan' }))
  }
  await undo()
  expect(await screen.findByText(/sudah dibatalkan atau diurungkan/)).toBeVisible()
  expect(await countOf('/billing?batal=0&q=Budi 37')).toBe(0)

  await user.click(screen.getByRole('button', { name: 'Pilih berkas' }))
  await choose(user, fileOf({ Cabang, Ruang }))
  await user.click(await screen.findByRole('button', { name: 'Simpan 2 baris' }))
  await screen.findByText('sekolah.xlsx: semua lembar disimpan.')
  const [room] = must<{ id: number }[]>(await school.superadmin.get('/ruang?q=Studio A'))
  must(await school.superadmin.post(`/ruang/delete?id=${room?.id}`))
  await undo()
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Tidak dapat diurungkan: /)
})

test('stores the sheets before the first problem, and names those that wait', async () => {
  const user = await open()
  await choose(user, fileOf(schoolSheets('32', 'Nada Salah')))
  await user.click(await screen.findByRole('button', { name: 'Simpan dahulu 1 lembar' }))
  expect(await screen.findByText('sekolah.xlsx: 1 dari 2 lembar disimpan.')).toBeVisible()
  expect(await row(/^Cabang/)).toHaveTextContent('Disimpan')
  expect(await row(/^Ruang/)).toHaveTextContent('Tidak disimpan')
  expect(screen.queryByRole('link', { name: 'Generate tagihan' })).toBeNull()
  expect(await countOf('/gedung?q=Nada 32')).toBe(1)
  expect(await countOf('/ruang?q=Studio A')).toBe(0)
})

test('opens a tried workbook by its address, and asks for the file to map titles', async () => {
  const { id } = must<{ id: number }>(
    await school.superadmin.upload('/pindahan/import', 'sekolah.xlsx', book(schoolSheets('33'))),
  )
  const user = await open(`/pindahan?id=${id}`)
  const unread = await panel('Yang tidak dibaca')
  await user.selectOptions(unread.getByLabelText('Daftar Jurusan'), 'Kategori Kursus')
  expect(
    unread.getByRole('button', { name: 'Pilih berkasnya lagi dan periksa ulang' }),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Pilih berkas lain' }))
  await screen.findByLabelText(/^Berkas/)
  expect(place()).toBe('/pindahan')
})

test('offers the last workbook when the page is opened again', async () => {
  const user = await open()
  await choose(user, fileOf(schoolSheets('40', 'Nada Salah')))
  await screen.findByText('Hasil pemeriksaan')
  await closeApp()
  await open()
  const last = await panel('Pindahan terakhir')
  expect(last.getByText('sekolah.xlsx: sudah diperiksa, 1 baris bermasalah.')).toBeVisible()
  await user.click(last.getByRole('button', { name: 'Lanjutkan' }))
  await user.click(await screen.findByRole('button', { name: 'Simpan dahulu 1 lembar' }))
  await user.click(await screen.findByRole('button', { name: 'Pilih berkas yang diperbaiki' }))
  expect(
    await screen.findByText('sekolah.xlsx: 1 dari 2 lembar disimpan. Masih dapat diurungkan.'),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Lihat hasil' }))
  expect(await screen.findByRole('button', { name: 'Urungkan pindahan' })).toBeVisible()
})

test('maps a column without which a sheet cannot be read', async () => {
  const user = await open()
  const [head = [], ...rows] = schoolSheets('38').Cabang ?? []
  await choose(user, fileOf({ Cabang: [['Titel', ...head.slice(1)], ...rows] }))
  expect(await row(/^1 – Kolom "Nama Outlet" tidak ada/)).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Titel'), 'Nama Outlet')
  await user.click(screen.getByRole('button', { name: 'Periksa ulang' }))
  expect(await screen.findByRole('button', { name: 'Simpan 1 baris' })).toBeVisible()
})

test('maps the sheets of a workbook without a known sheet', async () => {
  const user = await open()
  await choose(user, fileOf({ 'Data 1': schoolSheets('39').Cabang ?? [] }))
  expect(await screen.findByText(/^Tidak ada nama lembar yang dikenal/)).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Isi berkas' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Simpan/ })).toBeNull()
  await user.selectOptions(screen.getByLabelText('Data 1'), 'Outlet')
  await user.click(screen.getByRole('button', { name: 'Periksa ulang' }))
  expect(await row(/^Data 1/)).toHaveTextContent('Data 1 (Outlet)11000')
  expect(screen.getByRole('button', { name: 'Simpan 1 baris' })).toBeVisible()
})

test('says that nothing is to be stored if the school has everything', async () => {
  const user = await open()
  const { Cabang = [] } = schoolSheets('34')
  await choose(user, fileOf({ Cabang }))
  await user.click(await screen.findByRole('button', { name: 'Simpan 1 baris' }))
  await screen.findByText('sekolah.xlsx: semua lembar disimpan.')
  await user.click(screen.getByRole('button', { name: 'Pindahkan berkas lain' }))
  await choose(user, fileOf({ Cabang }))
  expect(await screen.findByText(/^Isi berkas sama dengan data yang ada/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Simpan/ })).toBeNull()
})

test('explains a file that is no workbook, and a job that does not exist', async () => {
  const user = await open('/pindahan?id=9999')
  await user.click(await screen.findByRole('button', { name: 'Pilih berkas' }))
  await choose(user, new File(['Nama;Kode\nA;B'], 'sekolah.xlsx'))
  expect(await screen.findByText(/^Pilih satu berkas Excel \(XLSX\)/)).toBeVisible()
})

test('resumes a trial without progress, and discards a trial', async () => {
  const { id } = must<{ id: number }>(
    await school.superadmin.upload('/pindahan/import', 'sekolah.xlsx', book(schoolSheets('35'))),
  )
  await waitFor(async () =>
    expect(
      must<{ status: string }>(await school.superadmin.get(`/pindahan/import-job?id=${id}`)).status,
    ).toBe('siap'),
  )
  await school.api.db.updateTable('import_job').set({ status: 'memeriksa' }).execute()
  const user = await open(`/pindahan?id=${id}`)
  expect(await screen.findByText(/sedang diperiksa/)).toBeVisible()
  await waitFor(() => expect(school.asked(/import-jalankan/)).not.toHaveLength(0))
  await screen.findByText('Hasil pemeriksaan')
  await school.api.db.updateTable('import_job').set({ status: 'memeriksa' }).execute()
  await closeApp()
  await open(`/pindahan?id=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Batalkan' }))
  await screen.findByLabelText(/^Berkas/)
  expect(
    must<{ status: string }>(await school.superadmin.get(`/pindahan/import-job?id=${id}`)).status,
  ).toBe('dibatalkan')
})

test('reports a lost upload, and lets the user repeat it', async () => {
  school.use(http.post('*/api/pindahan/import', () => HttpResponse.error()))
  const user = await open()
  await choose(user, fileOf(schoolSheets('36')))
  expect(await screen.findByText('Tidak ada koneksi', { selector: 'p' })).toBeVisible()
})

test('is closed to users limited to outlets', async () => {
  await open('/pindahan', (await school.api.as(school.ids.admin2)).token)
  expect(await screen.findByText(/^Hanya pengguna untuk semua outlet/)).toBeVisible()
  expect(screen.queryByLabelText(/^Berkas/)).toBeNull()
})
