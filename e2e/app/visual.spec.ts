/**
 * Appearance of the main screens in the light and the dark scheme and on a phone, compared with the
 * pictures in e2e/visual. So that pictures do not vary, the test sets the clock, sends fixed rows
 * instead of those of the demo school, stops animations, and waits for the font. After an intended
 * change of the appearance, run `npm run test:e2e -- visual --update-snapshots=all` and review the
 * new pictures before the commit.
 */
import type { Page } from '@playwright/test'
import { PaymentStatus } from '#contract/enums.ts'
import { chromiumArgs, installedChromium } from '../../scripts/chromium.ts'
import { expect, test } from '../fixtures.ts'

// Switches off font hinting, because its result depends on the machine.
test.use({
  launchOptions: {
    executablePath: installedChromium(),
    args: [...chromiumArgs, '--font-render-hinting=none', '--disable-lcd-text'],
  },
  deviceScaleFactor: 1,
})

const base = {
  versi: 1,
  created_at: '2026-01-05T02:00:00.000Z',
  created_by: 1,
  updated_at: '2026-01-05T02:00:00.000Z',
  updated_by: 1,
}
const outlet = (id: number, kode: string, nama: string, kota: string, status = 'aktif') => ({
  ...base,
  id,
  kode,
  nama,
  alamat: `Jl. Melati No. ${id}`,
  kota,
  phone: `+622155500${id}0`,
  email: `${kode.toLowerCase()}@nada.example`,
  zona_waktu: 'Asia/Jakarta',
  jam_buka: '08:00',
  jam_tutup: '20:30',
  kop_surat: null,
  status,
})
const outlets = [
  outlet(1, 'JKT', 'Nada Tebet', 'Jakarta'),
  outlet(2, 'BDG', 'Nada Dago', 'Bandung'),
  outlet(3, 'SBY', 'Nada Gubeng', 'Surabaya'),
  outlet(4, 'SMG', 'Nada Candi', 'Semarang', 'nonaktif'),
]
const line = (id: number, deskripsi: string, jumlah: number) => ({
  billing_id: 40,
  id,
  urutan: id,
  jenis_billing_id: 1,
  peserta_id: null,
  kursus_peserta_id: null,
  kursus_id: null,
  deskripsi,
  periode: '2026-10',
  qty: 1,
  harga_satuan: jumlah,
  jumlah_bruto: jumlah,
  prorata_pembilang: null,
  prorata_penyebut: null,
  diskon: 0,
  diskon_alasan: null,
  ppn_persen: 0,
  ppn: 0,
  jumlah,
})
const bill = {
  ...base,
  id: 40,
  akun_billing_id: 7,
  gedung_id: 2,
  periode: '2026-10',
  tanggal_terbit: '2026-09-25',
  jatuh_tempo: '2026-10-10',
  alamat: 'Jl. Dipatiukur No. 86',
  catatan: null,
  nomor: 'INV/2026/09/0040',
  status: 1,
  payment_status: PaymentStatus.lunas,
  subtotal: 970_000,
  total_diskon: 0,
  total_ppn: 0,
  total: 970_000,
  terbayar: 970_000,
  sisa: 0,
  nama_tagihan: 'Irfan Kurniawan',
  sumber: 'generate',
  generate_batch_id: 1,
  void_at: null,
  void_by: null,
  void_alasan: null,
  diterbitkan_at: '2026-09-25T02:01:00.000Z',
  diterbitkan_oleh: 2,
  items: [
    line(1, 'Gitar Akustik Dasar – Oktober 2026', 570_000),
    line(2, 'Vokal Dasar – Oktober 2026', 400_000),
  ],
  alokasi: [],
  gedung: outlets[1],
  akun_billing: {
    id: 7,
    name: 'Irfan Kurniawan',
    phone: '+6284617248431',
    email: 'irfan@surel.example',
  },
}

const still = async (page: Page) => {
  await page.clock.setFixedTime('2026-11-20T03:00:00Z')
  await page.route('**/assets/*.css', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll('font-display:optional', 'font-display:block'),
    })
  })
  await page.route(/\/api\/gedung(\?|$)/, (route) =>
    route.fulfill({
      json: { success: true, data: outlets },
      headers: {
        'X-Pagination-Total-Count': '4',
        'X-Pagination-Page-Count': '1',
        'X-Pagination-Current-Page': '1',
        'X-Pagination-Per-Page': '20',
      },
    }),
  )
  await page.route(/\/api\/billing\/view\?/, (route) =>
    route.fulfill({ json: { success: true, data: bill } }),
  )
  await page.route(/\/api\/profile$/, async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: object }
    await route.fulfill({
      response: answer,
      json: { success: true, data: { ...data, name: 'Ratna Wulandari' } },
    })
  })
}
/** Compares the present page with its pictures: light, dark, and on a phone. */
const pictures = async (page: Page, name: string) => {
  // Hides tooltips, because it varies whether a tooltip has appeared when a picture is taken.
  await page.addStyleTag({ content: '.mantine-Tooltip-tooltip { visibility: hidden }' })
  const picture = async (kind: string) => {
    await page.evaluate(() => document.fonts.ready)
    await expect(page.locator('.skeleton, .mantine-Skeleton-root, [data-loading]')).toHaveCount(0)
    await expect(page).toHaveScreenshot(`${name}-${kind}.png`, {
      animations: 'disabled',
      caret: 'hide',
    })
  }
  await picture('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await picture('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 360, height: 740 })
  await picture('mobile')
}
const h1 = (page: Page, text: string) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(text)

test('draws the login page', async ({ page, open }) => {
  await still(page)
  await open('/auth/login')
  await h1(page, 'Masuk')
  await pictures(page, 'login')
})

test.describe('admin', () => {
  test.use({ role: 'admin' })
  test.beforeEach(({ page }) => still(page))

  test('draws a list', async ({ page, open }) => {
    await open('/gedung')
    await h1(page, 'Kelola Outlet')
    await expect(page.getByText('Nada Candi')).toBeVisible()
    await pictures(page, 'list')
  })

  test('draws a record', async ({ page, open }) => {
    await open('/billing/view?id=40')
    await h1(page, 'Detail Tagihan')
    await expect(page.getByText('Vokal Dasar – Oktober 2026')).toBeVisible()
    await pictures(page, 'record')
  })

  test('draws a form', async ({ page, open }) => {
    await open('/profile/ubah-password')
    await h1(page, 'Ubah Password')
    await page.getByRole('button', { name: 'Simpan' }).click()
    await expect(page.getByText('Wajib diisi').first()).toBeVisible()
    await expect(page.getByRole('meter')).toBeVisible()
    await pictures(page, 'form')
  })

  test('draws an error page', async ({ page, open }) => {
    await open('/errors/404')
    await h1(page, 'Halaman Tidak Ditemukan')
    await pictures(page, 'error')
  })

  test('draws the side overlay', async ({ page, open }) => {
    await open('/gedung')
    await h1(page, 'Kelola Outlet')
    await page.getByRole('button', { name: 'Panel samping', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Quick Settings', exact: true })).toBeVisible()
    await pictures(page, 'panel')
  })

  test('draws the menu of a phone', async ({ page, open }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await open('/gedung')
    await h1(page, 'Kelola Outlet')
    await page.getByRole('button', { name: 'Tampilkan atau sembunyikan menu' }).click()
    await expect(page.getByRole('button', { name: 'Tutup menu' })).toBeFocused()
    await expect(page).toHaveScreenshot('menu-mobile.png', { animations: 'disabled' })
  })
})
