/**
 * Settings: search, saving several changes at once, and their immediate effect. The app asks before
 * risky changes, and shows changes by other users.
 */
import type { Page } from '@playwright/test'
import { check } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'

test.use({ role: 'superadmin', allowErrors: [/\b(409|422)\b/] })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const put = async (
  api: (as: 'superadmin') => {
    get: <T>(path: string) => Promise<{ data: T }>
    post: (path: string, body: unknown) => Promise<{ status: number }>
  },
  key: string,
  value: unknown,
) => {
  const { data } = await api('superadmin').get<{ key: string; versi: number }[]>('/setting')
  expect(
    (
      await api('superadmin').post('/setting/update', {
        key,
        value,
        versi: data.find((r) => r.key === key)?.versi,
        alasan: 'Keadaan untuk pengujian',
      })
    ).status,
  ).toBe(200)
}

test(
  'finds a setting by its effect, saves it with its group, applies it at once; keeps unsaved work',
  { tag: '@smoke' },
  async ({ page, open }) => {
    await open('/setting')
    await page.getByLabel('Cari pengaturan').fill('judul tab')
    await page.getByLabel('Cari pengaturan').press('Enter')
    await expect(page.getByLabel('Nama aplikasi')).toBeFocused()
    await page.getByLabel('Nama aplikasi').fill('Gita')
    await page.getByRole('tab', { name: 'Tagihan' }).click()
    await expect(dialog(page)).toContainText('Tinggalkan isian?')
    await button(page, 'Tetap di sini').click()
    await page.getByLabel('Nama aplikasi').press('Control+Enter')
    await expect(page.locator('#sidebar a').first()).toContainText('Gita')
    await page.getByRole('tab', { name: 'Tagihan' }).click()
    await page.getByLabel('Tanggal jatuh tempo').fill('31')
    await expect(page.getByRole('region', { name: 'Pratinjau' })).toContainText(
      /jatuh tempo (30|31|28|29) /,
    )
    await page.getByLabel('Tanggal terbit').fill('40')
    await button(page, 'Simpan').click()
    await expect(page.getByLabel('Tanggal terbit')).toBeFocused()
    await page.getByLabel('Tanggal terbit').fill('20')
    await button(page, 'Simpan').click()
    await expect(page.getByText('2 pengaturan disimpan')).toBeVisible()
    await page.getByRole('tab', { name: 'Riwayat' }).click()
    await expect(page.getByRole('row', { name: 'Tanggal terbit' })).toContainText('25→ 20')
    await check(page, 'the history of settings', 'all', 'main')
  },
)

test('shows the configured name of a card machine on the bank screen', async ({
  page,
  open,
  api,
}) => {
  await put(api, 'label_metode_2', 'EDC Nusantara')
  await open('/bank')
  await expect(page.getByRole('row', { name: /EDC BCA\/Mandiri/ })).toContainText('EDC Nusantara')
  await page.getByLabel('Metode').selectOption('EDC Nusantara')
  await page
    .getByRole('row', { name: /EDC BCA\/Mandiri/ })
    .getByText('EDC BCA/Mandiri')
    .click()
  await expect(dialog(page).getByLabel('Metode').locator('option:checked')).toHaveText(
    'EDC Nusantara',
  )
})

test('reopens locked books with a reason, confirms a format, resolves a conflict', async ({
  page,
  open,
  api,
}) => {
  await put(api, 'kunci_buku_sampai', '2020-12-31')
  await open('/setting?tab=pembukuan')
  await page.getByLabel('Buku terkunci sampai').fill('2020-11-30')
  await button(page, 'Simpan').click()
  await expect(dialog(page)).toContainText('Buku terkunci sampai 31 Desember 2020')
  await dialog(page).getByRole('textbox').fill('Koreksi dari akuntan')
  await button(page, 'Buka kembali').click()
  await expect(page.getByText('Buku terkunci sampai disimpan')).toBeVisible()

  await page.getByRole('tab', { name: 'Nomor Dokumen' }).click()
  await page.getByLabel('Format nomor tagihan').fill('TG-{YYYY}-{romawi}-{001}')
  await expect(page.getByRole('region', { name: 'Pratinjau' })).toContainText(
    /Nomor tagihan berikutnya: TG-\d{4}-[IVX]+-\d{3}/,
  )
  await put(api, 'format_nomor_tagihan', 'BILL/{YYYY}/{MM}/{0001}')
  await button(page, 'Simpan').click()
  await expect(dialog(page)).toContainText(/Tahun ini sudah ada \d+ nomor tagihan/)
  await button(page, 'Ganti format').click()
  await expect(page.getByRole('alert')).toContainText('Format nomor tagihan diubah oleh')
  await page.getByRole('radio', { name: 'BILL/{YYYY}/{MM}/{0001}' }).check()
  await expect(page.getByLabel('Format nomor tagihan')).toHaveValue('BILL/{YYYY}/{MM}/{0001}')
  await page.getByLabel('Format nomor kuitansi').fill('TERIMA/{YY}{MM}/{0001}')
  await button(page, 'Simpan').click()
  await button(page, 'Ganti format').click()
  await expect(page.getByText('Format nomor kuitansi disimpan')).toBeVisible()
})
