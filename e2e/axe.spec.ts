/** Accessibility of every finished screen, as far as a checker can tell: light and dark, and at 320 px without scrolling sideways. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.describe.configure({ mode: 'parallel' })

const lists = ['/gedung', '/kategori-kursus', '/kursus', '/jenis-billing', '/bank', '/kursus-peserta', '/kursus-pelatih', '/user', '/user/pelatih', '/user/sales', '/user/akun-billing', '/user/peserta', '/user/pendaftar-mandiri', '/billing', '/billing-payment?page=2']
const pages = ['/', '/profile/view', '/profile/ubah-password', '/user/create?role_id=6', '/user/create?role_id=5', '/billing/form', '/billing/generate', '/billing-payment/form', '/errors/403', '/errors/404', '/user/peserta?q=zzzz']

test.beforeEach(() => test.setTimeout(150_000))

const settled = async (page: Page, route: string) => {
  await page.evaluate((hash) => { location.hash = hash }, route)
  await expect(page).toHaveURL((url) => url.hash.startsWith(`#${route.split('?')[0]}`))
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(page.locator('.bar[data-on]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
/** `colours`: only contrast, which is all that the dark scheme changes. */
const check = async (page: Page, what: string, colours = false) => {
  const axe = new AxeBuilder({ page })
  const { violations } = await (colours ? axe.withRules(['color-contrast']) : axe).analyze()
  expect.soft(violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target.join(' ')} ${n.failureSummary ?? ''}`).join(' | ')}`), what).toEqual([])
}

for (const scheme of ['light', 'dark'] as const) {
  const dark = scheme === 'dark'
  test.describe(scheme, () => {
    test.use({ role: 'superadmin', colorScheme: scheme })
    test(`lists, ${scheme}`, async ({ page, open }) => {
      await open('/profile/view')
      for (const route of lists) { await settled(page, route); await check(page, route, dark) }
    })
    test(`records, forms and dialogs, ${scheme}`, async ({ page, open, api }) => {
      const first = async (path: string) => (await api('superadmin').get<{ id: number }[]>(path)).data[0]?.id
      const [murid, akun, guru, tagihan, draf, bayar] = await Promise.all(['/user?jenis=peserta', '/user?jenis=akun-billing', '/user?jenis=pelatih', '/billing?status=1&payment_status=1', '/billing?status=0', '/billing-payment'].map(first))
      await open('/profile/view')
      const screens = [
        ...pages, `/user/view?id=${murid}`, `/user/view?id=${akun}`, `/user/view?id=${akun}&tab=riwayat`, `/user/view?id=${guru}`, `/user/ubah-jadwal-pelatih?id=${guru}`, `/user/update?id=${murid}`, `/billing/view?id=${tagihan}`, `/billing/edit?id=${tagihan}`, `/billing/download?id=${tagihan}`,
        ...(draf ? [`/billing/view?id=${draf}`, `/billing/edit?id=${draf}`] : []), `/billing-payment/view?id=${bayar}`, `/billing-payment/print?id=${bayar}`,
      ]
      for (const route of screens) { await settled(page, route); await check(page, route, dark) }
      await settled(page, '/bank')
      await page.getByRole('button', { name: 'Tambah' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click()
      await expect(page.getByText('Wajib diisi').first()).toBeVisible()
      await check(page, 'a form with errors in a dialog', dark)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Aksi / }).first().click()
      await check(page, 'the menu of a row', dark)
      await page.getByRole('menuitem', { name: 'Hapus' }).click()
      await check(page, 'a question', dark)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Kolom' }).click()
      await check(page, 'the columns', dark)
    })
  })
}

test.describe('an akun billing', () => {
  test.use({ role: 'akunbilling' })
  test('its own bills', async ({ page, open, api }) => {
    const { data: [bill] } = await api('akunbilling').get<{ id: number }[]>('/billing?status=1')
    await open('/profile/view')
    for (const route of ['/billing', '/billing/unpaid', '/user/peserta', '/kursus-peserta', `/billing/view?id=${bill?.id}`, '/portal/akun-billing']) { await settled(page, route); await check(page, route) }
  })
})

test.describe('nobody', () => {
  for (const scheme of ['light', 'dark'] as const) {
    test(`login, ${scheme}`, async ({ page, open }) => {
      await page.emulateMedia({ colorScheme: scheme })
      await open('/auth/login')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Masuk')
      await check(page, 'login')
      await page.getByRole('button', { name: 'Login' }).click()
      await check(page, 'login with errors')
    })
  }
})

test.describe('320 px', () => {
  test.use({ role: 'superadmin', viewport: { width: 320, height: 640 } })
  test('nothing scrolls sideways', async ({ page, open, api }) => {
    const first = async (path: string) => (await api('superadmin').get<{ id: number }[]>(path)).data[0]?.id
    const [akun, murid, guru, tagihan, bayar] = await Promise.all(['/user?jenis=akun-billing', '/user?jenis=peserta', '/user?jenis=pelatih', '/billing?status=1', '/billing-payment'].map(first))
    await open('/profile/view')
    const checked = new Set(['/user/peserta', '/billing', '/user/create?role_id=6', '/billing-payment/form'])
    for (const route of [...lists, ...pages, `/user/view?id=${akun}`, `/user/view?id=${murid}`, `/user/view?id=${guru}`, `/user/ubah-jadwal-pelatih?id=${guru}`, `/user/update?id=${murid}`, `/billing/view?id=${tagihan}`, `/billing/edit?id=${tagihan}`, `/billing-payment/view?id=${bayar}`, `/billing/download?id=${tagihan}`, `/billing-payment/print?id=${bayar}`]) {
      await settled(page, route)
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), route).toBeLessThanOrEqual(320)
      if (checked.has(route)) await check(page, route)
    }
    await settled(page, '/bank')
    await page.getByRole('button', { name: 'Tampilkan atau sembunyikan menu' }).click()
    await check(page, 'the menu')
  })
})
