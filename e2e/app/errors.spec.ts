/**
 * Failed API calls by status: the error message or page that the app shows, and the input that it
 * must keep.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { startServer } from '../../scripts/process.ts'
import { expect, goto, hold, password, test } from '../fixtures.ts'

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
const errorDialog = (page: Page, status: number) =>
  page.getByRole('dialog', { name: `Error ${status}` })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const json = (status: number, data: unknown) => (route: Route) =>
  route.fulfill({ status, json: { success: status < 300, data } })
const isList = (url: URL) => url.pathname === '/api/bank'
const form = (page: Page) => page.getByRole('dialog', { name: 'Tambah Bank' })
const fillBank = async (page: Page, name: string) => {
  // Waits for this heading, because the previous page has a button `Tambah` as well.
  await expect(h1(page)).toHaveText('Bank')
  await button(page, 'Tambah').click()
  await form(page).getByLabel('Nama Bank').fill(name)
  await form(page).getByLabel('No. Rekening').fill('123 456')
  await form(page).getByLabel('Atas Nama').fill('Sekolah Nada')
}
const save = (page: Page) => form(page).getByRole('button', { name: 'Simpan' }).click()

test.use({ role: 'superadmin', allowErrors: [/Failed to load resource/] })

for (const [status, screen] of [
  [404, 'Halaman Tidak Ditemukan'],
  [500, 'Kesalahan Server'],
  [502, 'Kesalahan Server'],
  [403, 'Masuk'],
  [409, 'Masuk'],
] as const) {
  test.describe(`a page that cannot load: ${status}`, () => {
    test.beforeEach(async ({ page, open }) => {
      await page.route(
        isList,
        status === 502
          ? (route) =>
              route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
          : json(status, { message: `Pesan ${status}` }),
      )
      await open('/gedung')
      await expect(h1(page)).toHaveText('Kelola Outlet')
      await open('/bank')
      await expect(errorDialog(page, status)).toContainText(
        status === 502 ? 'Error dalam mengambil data' : `Pesan ${status}`,
      )
      await expect(page.locator('h1')).toHaveText('Bank')
    })
    test('goes back in history when dismissed', async ({ page }) => {
      await button(page, 'Batal').click()
      await expect(h1(page)).toHaveText('Kelola Outlet')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
    test(`leads to ${screen} when confirmed`, async ({ page }) => {
      await button(page, 'Login').click()
      await expect(h1(page)).toHaveText(screen)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await page.evaluate(() => localStorage.getItem('token') === null)).toBe(
        screen === 'Masuk',
      )
    })
  })
}

test(
  'shows an error for a response that is not JSON and for one without paging headers',
  { tag: '@smoke' },
  async ({ page, open }) => {
    await open('/gedung')
    await page.route(isList, (route) =>
      route.fulfill({
        status: 200,
        contentType: 'text/html',
        body: '<!doctype html><h1>Proksi</h1>',
      }),
    )
    await open('/bank')
    await expect(page.getByRole('dialog', { name: /^Error 50\d$/ })).toBeVisible()
    await button(page, 'Batal').click()
    await expect(h1(page)).toHaveText('Kelola Outlet')
    await page.unroute(isList)
    await page.route('**/api/bank/view?*', (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Proksi</h1>' }),
    )
    await open('/bank')
    await page.locator('tbody tr[data-id]').first().click()
    await expect(page.getByRole('dialog', { name: 'Error 500' })).toContainText(
      'Error dalam mengambil data',
    )
  },
)

test('shows one h1 for a missing record and closes the dialog with the page', async ({
  page,
  open,
}) => {
  await open('/gedung')
  await open('/user/view?id=999999')
  await expect(errorDialog(page, 404)).toBeVisible()
  await expect(page.locator('h1')).toHaveText('Detail User')
  // Changes the URL as a user does in the address bar.
  await open('/kategori-kursus')
  await expect(h1(page)).toHaveText('Kategori Kursus')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await open('/user/view?id=0')
  await expect(h1(page)).toHaveText('Halaman Tidak Ditemukan')
})

test('closes the dialog of a failed action and keeps the form as typed', async ({ page, open }) => {
  await open('/bank')
  await fillBank(page, 'Bank Tetap')
  for (const status of [400, 403, 409, 429, 500, 503]) {
    await page.route('**/api/bank/create', json(status, { message: `Gagal ${status}` }))
    await save(page)
    await expect(errorDialog(page, status)).toContainText(`Gagal ${status}`)
    await errorDialog(page, status).getByRole('button', { name: 'Batal' }).click()
    await expect(errorDialog(page, status)).toHaveCount(0)
    await expect(form(page).getByLabel('Nama Bank')).toHaveValue('Bank Tetap')
    await expect(form(page).getByLabel('No. Rekening')).toHaveValue('123 456')
    await page.unroute('**/api/bank/create')
  }
  await page.route(
    '**/api/bank/create',
    json(422, {
      message: 'Nama tidak boleh',
      errors: [
        { field: 'nama_bank', message: 'Nama tidak boleh' },
        { field: 'tak_dikenal', message: 'Tanpa tempat' },
      ],
    }),
  )
  await save(page)
  await expect(form(page).getByLabel('Nama Bank')).toHaveAccessibleDescription(/Nama tidak boleh/)
  await expect(form(page).getByLabel('Nama Bank')).toBeFocused()
  await expect(form(page).getByRole('alert')).toContainText('Tanpa tempat')
  await expect(page.getByRole('dialog', { name: /^Error/ })).toHaveCount(0)
  // Sends the body that a server based on the Yii framework returns for invalid input.
  await page.unroute('**/api/bank/create')
  await page.route('**/api/bank/create', json(422, [{ field: 'atas_nama', message: 'Bukan nama' }]))
  await save(page)
  await expect(form(page).getByLabel('Atas Nama')).toHaveAccessibleDescription(/Bukan nama/)
  await page.unroute('**/api/bank/create')
  await save(page)
  await expect(page.getByText('Bank Tetap ditambahkan', { exact: true })).toBeVisible()
})

test('shows both versions side by side when another user has changed the row', async ({
  page,
  open,
  api,
}) => {
  const {
    data: [row],
  } =
    await api('superadmin').get<{ id: number; versi: number; nama_bank: string }[]>(
      '/bank?sort=nama_bank',
    )
  if (!row) throw new Error('The demo school has no bank')
  await open('/bank?sort=nama_bank')
  await page.locator(`[data-id="${row.id}"]`).click()
  const edit = page.getByRole('dialog', { name: 'Ubah Bank' })
  await edit.getByLabel('Nama Bank').fill('Nama Saya')
  await api('superadmin').post(`/bank/update?id=${row.id}`, {
    versi: row.versi,
    nama_bank: 'Nama Mereka',
    atas_nama: 'Atas Nama Mereka',
  })
  await edit.getByRole('button', { name: 'Simpan' }).click()
  const conflict = edit.getByRole('alert').filter({ hasText: 'Nama Mereka' })
  await expect(
    conflict.getByRole('row', { name: /Nama Bank.*Nama Saya.*Nama Mereka/ }),
  ).toBeVisible()
  await expect(edit.getByLabel('Atas Nama')).toHaveValue('Atas Nama Mereka')
  await conflict.getByRole('radio').first().check()
  await edit.getByRole('button', { name: 'Simpan' }).click()
  await expect(edit).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Nama Saya/ })).toContainText('Atas Nama Mereka')
})

test('hides failures of prefetch, background refresh and the next page', async ({ page, open }) => {
  await page.route('**/api/user/view?*', json(500, { message: 'Tidak' }))
  await page.route(/\/api\/user\?.*page=2/, json(500, { message: 'Tidak' }))
  await open('/user/peserta')
  await expect(page.locator('tbody tr[data-id]').nth(3)).toBeVisible()
  await Promise.all([
    page.waitForResponse((r) => r.url().includes('/user/view') && r.status() === 500),
    page.locator('tbody tr[data-id]').nth(3).focus(),
  ])
  await page.route('**/api/profile', json(500, { message: 'Tidak' }))
  const profileResponse = page.waitForResponse((r) => r.url().endsWith('/api/profile'))
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
  await profileResponse
  await open('/bank')
  await fillBank(page, 'Bank Diam')
  await page.route(isList, json(500, { message: 'Tidak' }))
  await save(page)
  await expect(page.getByText(/Bank Diam ditambahkan/)).toBeVisible()
  await expect(page.locator('tbody tr[data-id]').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('keeps old rows dimmed and in place during a slow response; saves once per press', async ({
  page,
  open,
}) => {
  await open('/user/peserta')
  const table = page.getByRole('table')
  const before = await page.locator('tbody tr[data-id]').first().innerText()
  const release = await hold(page, /\/api\/user\?/)
  const place = await table.boundingBox()
  await button(page, 'Halaman terakhir').click()
  await expect(table).toHaveAttribute('aria-busy', 'true')
  await expect(page).toHaveURL(/page=\d+/)
  expect(await page.locator('tbody tr[data-id]').first().innerText()).toBe(before)
  expect(await table.boundingBox()).toEqual(place)
  release()
  await expect(table).toHaveAttribute('aria-busy', 'false')
  expect(await page.locator('tbody tr[data-id]').first().innerText()).not.toBe(before)
  await page.unroute(/\/api\/user\?/)
  await open('/bank')
  await fillBank(page, 'Bank Lambat')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/bank/create')) sent++
  })
  const answer = await hold(page, /\/api\/bank\/create/)
  await form(page).getByRole('button', { name: 'Simpan' }).dblclick()
  await page.keyboard.press('Control+Enter')
  answer()
  await expect(form(page)).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Bank Lambat/ })).toHaveCount(1)
  expect(sent).toBe(1)
})

test('shows a banner while the server is down, keeps typed work and recovers by itself', async ({
  page,
  context,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'nada-mati-'))
  cpSync(process.env.NADA_DEMO ?? '', folder, { recursive: true })
  const env = { DATA_DIR: folder, DATABASE_URL: undefined, LOG_LEVEL: 'warn' }
  let server = await startServer(env, ['--demo'])
  const { url } = server
  const banner = (p: Page) => p.getByText('Tidak ada koneksi').first()
  try {
    await goto(page, url, '/bank')
    await page.getByLabel('Username atau email').fill('superadmin')
    await page.locator('[name=password]').fill(password)
    await page.keyboard.press('Enter')
    await fillBank(page, 'Bank Selamat')
    const otherPage = await context.newPage()
    await goto(otherPage, url, '/gedung')
    await expect(otherPage.locator('tbody tr[data-id]').first()).toBeVisible()
    await server.crash()

    await save(page)
    await expect(page.locator('[data-banner]')).toHaveText('Tidak ada koneksi')
    await expect(page.getByRole('dialog', { name: /^Error/ })).toHaveCount(0)
    await expect(form(page).getByLabel('Nama Bank')).toHaveValue('Bank Selamat')
    // While the server is down, opens a screen whose code is not loaded yet. The app must show the
    // banner, and must load the screen when the server runs again.
    await otherPage.getByRole('link', { name: 'Jenis Billing' }).click()
    await expect(banner(otherPage)).toBeVisible()
    await expect(otherPage.getByRole('dialog')).toHaveCount(0)

    server = await startServer({ ...env, PORT: new URL(url).port }, ['--demo'])
    await expect(page.locator('[data-banner]')).toHaveCount(0, { timeout: 20_000 })
    await save(page)
    await expect(page.getByText(/Bank Selamat ditambahkan/)).toBeVisible()
    await expect(h1(otherPage)).toHaveText('Jenis Billing', { timeout: 20_000 })
    await expect(otherPage.locator('tbody tr[data-id]').first()).toBeVisible()
    await expect(otherPage.locator('[data-banner]')).toHaveCount(0)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
