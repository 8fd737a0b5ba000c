/** Student search in the header, the page with its results, and the command palette, by role. */
import type { Page } from '@playwright/test'
import { check } from '../accessible.ts'
import { expect, test, type Account } from '../fixtures.ts'

interface Student {
  id: number
  name: string
  phone: string | null
  no_induk: string
  akun_billing: { name: string } | null
  kelas: { kode: string }[]
}
const box = (page: Page) => page.getByRole('combobox', { name: 'Cari peserta di sini' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Peserta' }).getByRole('option')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** Checks the accessibility of the element `part` only, because a whole page takes seconds. */
const clean = (page: Page, part: string) => check(page, part, 'all', part)
/** Returns the name with its last two letters swapped. */
const mistyped = (word: string) => word.slice(0, -2) + word.slice(-1) + word.slice(-2, -1)

test.describe('admin', () => {
  test.use({ role: 'admin' })
  test('shows matches during typing, selects by arrows, opens with Enter', async ({
    page,
    open,
    api,
  }) => {
    const {
      data: [student],
    } = await api('admin').get<Student[]>('/search?q=tanuwijaya')
    await open('/gedung')
    await expect(heading(page)).toHaveText('Kelola Outlet')
    await box(page).pressSequentially(student!.no_induk)
    await expect(options(page)).toHaveCount(1)
    await expect(options(page).first()).toContainText(student!.name)
    await expect(box(page)).toHaveAttribute('aria-expanded', 'true')
    await clean(page, 'header')
    await page.keyboard.press('ArrowDown')
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Detail User')
    await expect(page).toHaveURL(new RegExp(`#/user/view\\?id=${student!.id}$`))
    await expect(box(page)).toHaveValue('')
    await expect(options(page)).toHaveCount(0)
    // A click on a match must open the student's page as well.
    await box(page).fill('tanuwijaya')
    await options(page).filter({ hasText: student!.no_induk }).click()
    await expect(page).toHaveURL(new RegExp(`#/user/view\\?id=${student!.id}$`))
  })
  test('opens the search screen on Enter without a selection, with the query in the URL', async ({
    page,
    open,
    api,
  }) => {
    const {
      data: [student],
    } = await api('admin').get<Student[]>('/search?q=wijaya')
    await open('/gedung')
    await expect(heading(page)).toHaveText('Kelola Outlet')
    await box(page).fill('wijya')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Pencarian Peserta')
    await expect(page).toHaveURL(/#\/search\?q=wijya$/)
    await expect(
      page.getByRole('status').filter({ hasText: 'Tidak ada “wijya” persis' }),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: student!.name, exact: true })).toBeVisible()
    await clean(page, 'main')
    await page.getByRole('searchbox', { name: 'Cari', exact: true }).fill('zzzzzz')
    await expect(page.getByText('Tidak ada yang cocok dengan “zzzzzz”')).toBeVisible()
    await expect(page).toHaveURL(/q=zzzzzz$/)
    await page.getByRole('searchbox', { name: 'Cari', exact: true }).fill('z')
    await expect(page.getByText('Terlalu pendek: ketik minimal 2 huruf')).toBeVisible()
    await page.goBack()
    await expect(heading(page)).toHaveText('Kelola Outlet')
  })
  test('clears on Escape; covers the header on a phone and collapses to its button', async ({
    page,
    open,
  }) => {
    await open('/gedung')
    await expect(heading(page)).toHaveText('Kelola Outlet')
    await box(page).fill('wijaya')
    await expect(options(page).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(options(page)).toHaveCount(0)
    await expect(box(page)).toHaveValue('')
    await expect(box(page)).not.toBeFocused()
    await page.setViewportSize({ width: 360, height: 700 })
    await expect(box(page)).toBeHidden()
    await page.getByRole('button', { name: 'Cari peserta', exact: true }).click()
    await expect(box(page)).toBeFocused()
    await box(page).fill('wijaya')
    await expect(options(page).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await clean(page, 'header')
    await page.keyboard.press('Escape')
    await expect(box(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Cari peserta', exact: true })).toBeFocused()
  })
})

test.describe('a failure', () => {
  test.use({ role: 'admin', allowErrors: [/50[03]|ERR_/] })
  test('is shown in the search and retried', async ({ page, open }) => {
    await page.route('**/api/search?*', (route) =>
      route.fulfill({ status: 500, json: { success: false, data: { message: 'Mogok' } } }),
    )
    await open('/gedung')
    await expect(heading(page)).toHaveText('Kelola Outlet')
    await box(page).fill('wijaya')
    await expect(page.getByText('Pencarian gagal: Mogok')).toBeVisible()
    await page.unroute('**/api/search?*')
    await page.getByRole('search').getByRole('button', { name: 'Coba lagi' }).click()
    await expect(options(page).first()).toBeVisible()
  })
})

// URL and title of the page that a search result opens for a role. `q` is the text to search for;
// if `q` is empty, the test searches for the last word of the user's own name.
const leads: [role: Account, q: string, url: RegExp, title: string][] = [
  ['pelatih', 'an', /#\/kursus-pelatih\?q=/, 'Jadwal Kelas Guru'],
  ['sales', 'an', /#\/user\/view\?id=/, 'Detail User'],
  ['akunbilling', '', /#\/user\/view\?id=/, 'Detail User'],
  ['peserta', '', /#\/profile\/view$/, 'Profil Saya'],
]
for (const [role, q, url, title] of leads) {
  test.describe(`${role}`, () => {
    test.use({ role })
    test('finds the user’s own students and opens the allowed page', async ({
      page,
      open,
      api,
    }) => {
      const me = await api(role).get<{ id: number; name: string }>('/profile')
      const typed = q || me.data.name.split(' ').at(-1)!
      const ownStudents = (await api(role).get<Student[]>(`/search?q=${encodeURIComponent(typed)}`))
        .data
      expect(ownStudents.length).toBeGreaterThan(0)
      await open('/profile/view')
      await expect(heading(page)).toHaveText('Profil Saya')
      await box(page).fill(typed)
      await options(page).filter({ hasText: ownStudents[0]!.no_induk }).click()
      await expect(page).toHaveURL(url)
      await expect(heading(page)).toHaveText(title)
    })
  })
}

test.describe('the palette', () => {
  test.use({ role: 'superadmin' })
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Palet perintah' })
  const result = (page: Page) => dialog(page).getByRole('option')
  const openPalette = async (page: Page) => {
    await page.keyboard.press('Control+k')
    await expect(dialog(page).getByRole('combobox')).toBeFocused()
  }
  test('finds menu items, actions, students and bills by keyboard alone', async ({
    page,
    open,
    api,
  }) => {
    const {
      data: [student],
    } = await api('superadmin').get<Student[]>('/search?q=wijaya')
    const {
      data: [bill],
    } = await api('superadmin').get<{ id: number; nomor: string }[]>('/billing?status=1')
    await open('/gedung')
    await expect(heading(page)).toHaveText('Kelola Outlet')
    await openPalette(page)
    await clean(page, '[role=dialog]')
    await page.keyboard.type('bank')
    await expect(result(page).first()).toContainText('Bank')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Bank')
    await expect(dialog(page)).toHaveCount(0)
    await openPalette(page)
    await page.keyboard.type('biaya')
    await expect(result(page).first()).toHaveText('Biaya')
    await dialog(page)
      .getByRole('combobox')
      .fill(mistyped(student!.name.split(' ').at(-1)!))
    await expect(result(page).filter({ hasText: student!.no_induk })).toBeVisible()
    await dialog(page).getByRole('combobox').fill(bill!.nomor)
    await expect(result(page).filter({ hasText: bill!.nomor })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`#/billing/view\\?id=${bill!.id}$`))
  })
  test('opens the form of a list from any page; returns to the previous place on Escape', async ({
    page,
    open,
  }) => {
    await open('/gedung')
    await expect(heading(page)).toHaveText('Kelola Outlet')
    for (const command of ['Tambah Jenis Billing', 'Tambah Jenis Billing']) {
      await openPalette(page)
      await page.keyboard.type(command)
      await page.keyboard.press('Enter')
      const form = page.getByRole('dialog', { name: 'Tambah Jenis Billing' })
      await expect(form).toBeVisible()
      // Waits until the form has the focus. Before that, Escape would not close the form.
      await expect(form.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    const add = page.getByRole('button', { name: 'Tambah', exact: true })
    await add.focus()
    await openPalette(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(add).toBeFocused()
  })
})
test.describe('the palette of a payer', () => {
  test.use({ role: 'akunbilling' })
  test('offers only what is allowed', async ({ page, open }) => {
    await open('/profile/view')
    await expect(heading(page)).toHaveText('Profil Saya')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Palet perintah' })
    await expect(palette.getByRole('combobox')).toBeFocused()
    const results = palette.getByRole('option')
    await expect(results.filter({ hasText: 'Semua Tagihan' })).toBeVisible()
    await page.keyboard.type('tambah')
    await expect(results).toHaveCount(0)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('setting')
    await expect(page.getByText('Tidak ada yang cocok')).toBeVisible()
  })
})
