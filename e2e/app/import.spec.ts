/**
 * Import of students: the user downloads a template, uploads a file with invalid rows, sees their
 * errors, and imports a corrected file. A reload shows the same import, whose id is in the URL.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { check } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'

test.use({ role: 'admin' })
const head =
  'Nama;Jenis Kelamin;Tanggal Lahir;Outlet;Nama Akun Billing;No. HP Akun Billing;Email Akun Billing;Nama Wali;No. HP Wali;Persetujuan Wali'
const line = (n: number, outlet: string) =>
  `Impor Uji ${n};P;4/3/2015;${outlet};Keluarga Uji ${n};0857111100${n};uji${n}@contoh.id;Wali;081234567890;ya`
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Impor Peserta' })
const choose = async (page: Page, text: string) =>
  dialog(page)
    .getByLabel('Berkas')
    .setInputFiles({ name: 'murid.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
const open = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Peserta', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Impor', exact: true }).click()
  await expect(dialog(page).getByLabel('Berkas')).toBeVisible()
}

test('imports a file with a wrong row: figures, reload, run, and the row to correct', async ({
  page,
  open: go,
  api,
}) => {
  const outlet =
    (await api('admin').get<{ kode: string }[]>('/gedung?per-page=1')).data[0]?.kode ?? ''
  await go('/user/peserta')
  await open(page)
  await choose(page, [head, line(11, outlet), line(12, 'Bulan'), line(13, outlet)].join('\n'))
  await expect(dialog(page).getByText('Belum ada yang disimpan.')).toBeVisible()
  await expect(
    dialog(page).getByRole('heading', { name: 'Hasil pemeriksaan', exact: true }),
  ).toBeFocused()
  await expect(dialog(page).getByRole('row', { name: /Impor Uji 12/ })).toContainText(
    'Outlet: "Bulan" tidak ditemukan',
  )
  await check(page, 'what a trial found', 'all', '[role=dialog]')
  await page.reload()
  await dialog(page).getByRole('button', { name: 'Impor 2 peserta' }).click()
  await expect(dialog(page).getByText('murid.csv sudah diimpor.')).toBeVisible()
  await expect(
    dialog(page).getByRole('heading', { name: 'Hasil impor', exact: true }),
  ).toBeFocused()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Baris bermasalah (CSV)' }).click(),
  ])
  const mended = (await readFile(await file.path(), 'utf8')).replaceAll('Bulan', outlet)
  await dialog(page).getByRole('button', { name: 'Impor berkas lain' }).click()
  await choose(page, mended)
  await dialog(page).getByRole('button', { name: 'Impor 1 peserta' }).click()
  await expect(dialog(page).getByText('murid.csv sudah diimpor.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Selesai' }).click()
  await expect(dialog(page)).toBeHidden()
  expect((await api('admin').get<unknown[]>('/user?jenis=peserta&q=impor+uji')).data).toHaveLength(
    3,
  )
})
test('imports courses with references by name and formatted amounts; updates on request', async ({
  page,
  open: go,
  api,
}) => {
  const kategori =
    (await api('admin').get<{ nama: string }[]>('/kategori-kursus?per-page=1')).data[0]?.nama ?? ''
  await go('/kursus')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Semua Kursus', exact: true }),
  ).toBeVisible()
  const box = page.getByRole('dialog', { name: 'Impor Kursus' })
  const file = (rupiah: string) => ({
    name: 'kursus.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Kode;Nama Kursus;Kategori;Biaya Bulanan\nUJI1;Kursus Uji;${kategori};${rupiah}\nUJI2;Kursus Uji Dua;Bulan;1000`,
    ),
  })
  await page.getByRole('button', { name: 'Impor', exact: true }).click()
  await box.getByLabel('Berkas').setInputFiles(file('Rp 425.000'))
  await expect(box.getByRole('row', { name: /Kursus Uji Dua/ })).toContainText(
    'Kategori: "Bulan" tidak ditemukan',
  )
  await box.getByRole('button', { name: 'Impor 1 kursus' }).click()
  await expect(box.getByText('kursus.csv sudah diimpor.')).toBeVisible()
  await box.getByRole('button', { name: 'Impor berkas lain' }).click()
  await box.getByLabel('Mode').selectOption('perbarui')
  await box.getByLabel('Berkas').setInputFiles(file('450000'))
  await box.getByRole('button', { name: 'Impor 1 kursus' }).click()
  await expect(box.getByText('kursus.csv sudah diimpor.')).toBeVisible()
  await box.getByRole('button', { name: 'Selesai' }).click()
  await expect(box).toBeHidden()
  expect(
    (await api('admin').get<{ kode: string; biaya_bulanan: number }[]>('/kursus?q=uji1')).data,
  ).toMatchObject([{ kode: 'UJI1', biaya_bulanan: 450_000 }])
})
test.describe('bad files', () => {
  test.use({ allowErrors: [/422 .*user\/import$/] })
  test('explains an invalid file, accepts another, and discards a trial', async ({
    page,
    open: go,
    api,
  }) => {
    await go('/user/peserta?impor=baru')
    await choose(page, 'bukan;tabel\n1;2')
    await expect(dialog(page).getByText(/Kolom "Nama" tidak ada/)).toBeVisible()
    await choose(page, [head, line(21, 'Bulan')].join('\n'))
    await expect(dialog(page).getByRole('button', { name: 'Impor 0 peserta' })).toBeDisabled()
    await dialog(page).getByRole('button', { name: 'Batalkan' }).click()
    await expect(dialog(page).getByLabel('Berkas')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    expect(
      (await api('admin').get<unknown[]>('/user?jenis=peserta&q=impor+uji+21')).data,
    ).toHaveLength(0)
  })
})
test('hides the button from a user without the import code', async ({ browser, server, api }) => {
  const context = await browser.newContext({
    storageState: {
      cookies: [],
      origins: [
        {
          origin: server.url,
          localStorage: [{ name: 'token', value: await api('sales').token() }],
        },
      ],
    },
  })
  const page = await context.newPage()
  await page.goto(`${server.url}/#/user/peserta`)
  await expect(page.getByRole('heading', { level: 1, name: 'Peserta', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Impor', exact: true })).toBeHidden()
  await context.close()
})
