/** Keyboard shortcuts in lists and on any page. They must not work while the user types. */
import type { Page } from '@playwright/test'
import { check } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const rows = (page: Page) => page.locator('tbody tr[data-id]')
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test.use({ role: 'superadmin' })

test(
  'moves through a list: rows, pages at any speed, open, edit, select, search, add',
  { tag: '@smoke' },
  async ({ page, open }) => {
    await open('/user/peserta')
    await expect(rows(page).first()).toBeVisible()
    await press(page, 'j', 'j', 'ArrowDown', 'k')
    await expect(rows(page).nth(1)).toBeFocused()
    await press(page, ']', '[')
    await expect(page).toHaveURL(/#\/user\/peserta$/)
    await press(page, ']', ']', ']', '[')
    await expect(page).toHaveURL(/page=3$/)
    await expect(page.getByText(/^Menampilkan 41–60 /)).toBeVisible()
    await press(page, '/')
    await expect(page.getByRole('searchbox', { name: 'Cari', exact: true })).toBeFocused()
    await page.keyboard.type('njgp?')
    await expect(page.getByRole('searchbox', { name: 'Cari', exact: true })).toHaveValue('njgp?')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await press(page, 'Escape')
    await expect(page.getByText(/^Menampilkan 1–20 /)).toBeVisible()
    await press(page, 'j', 'e')
    await expect(heading(page)).toHaveText('Ubah User')
    await page.goBack()
    await expect(rows(page).first()).toBeVisible()
    await press(page, 'j', 'Enter')
    await expect(heading(page)).toHaveText('Detail User')
  },
)

test('returns to the row that was left, at the same scroll position', async ({ page, open }) => {
  await open('/user/peserta')
  await expect(rows(page)).toHaveCount(20)
  for (const [n, atTop] of [
    [1, true],
    [17, false],
  ] as const) {
    const row = rows(page).nth(n)
    const id = await row.getAttribute('data-id')
    // Scrolls to the row and opens it in the same task, before the browser sends a scroll event.
    const y = await row.evaluate((line) => {
      line.focus()
      const offset = window.scrollY
      line.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      return offset
    })
    expect(y > 0).toBe(!atTop)
    await expect(heading(page)).toHaveText('Detail User')
    await page.goBack()
    await expect(page.locator(`tr[data-id="${id}"]`)).toBeFocused()
    await expect(rows(page)).toHaveCount(20)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(y)
  }
})

test('restores the position of a list that scrolls in its own box', async ({ page, open }) => {
  await page.setViewportSize({ width: 1100, height: 900 })
  await open('/billing')
  const box = page.locator('[data-rows][data-wide]')
  await expect(rows(page)).toHaveCount(20)
  await box.evaluate((b) => {
    b.scrollTop = 150
  })
  const row = rows(page).nth(4)
  await row.focus()
  const y = await box.evaluate((b) => b.scrollTop)
  expect(y).toBeGreaterThan(0)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Detail Tagihan')
  await page.goBack()
  await expect(row).toBeFocused()
  await expect.poll(() => box.evaluate((b) => b.scrollTop)).toBe(y)
})

test('adds with n, saves with Ctrl+Enter, closes with Esc', async ({ page, open }) => {
  await open('/jenis-billing')
  await expect(rows(page).first()).toBeVisible()
  await press(page, 'n')
  const dialog = page.getByRole('dialog', { name: 'Tambah Jenis Billing' })
  await expect(dialog).toBeVisible()
  // While a dialog is open, shortcuts of the page behind it must not work.
  await dialog.getByRole('button', { name: 'Batal' }).focus()
  await press(page, 'n', '?', ']', 'g', 'p')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await press(page, 'Control+Enter')
  await expect(dialog.getByText('Wajib diisi').first()).toBeVisible()
  await press(page, 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/#\/jenis-billing$/)
})

test('moves by arrows, ticks and edits rows in place; ignores keys during typing', async ({
  page,
  open,
}) => {
  await open('/jenis-billing')
  await expect(rows(page).nth(3)).toBeVisible()
  await press(page, 'j', 'ArrowDown', 'ArrowDown', 'ArrowUp')
  await expect(rows(page).nth(1)).toBeFocused()
  await press(page, 'x')
  await expect(rows(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  // Shortcuts still work while a checkbox has the focus, because it is no text field.
  await rows(page).nth(3).getByRole('checkbox').click()
  await press(page, 'k')
  await expect(rows(page).nth(2)).toBeFocused()
  const dialog = page.getByRole('dialog', { name: 'Ubah Jenis Billing' })
  for (const key of ['Enter', 'e']) {
    await press(page, key)
    await dialog.getByLabel('Nama').fill('')
    await page.keyboard.type('/n[]jkxeg?p')
    await expect(dialog.getByLabel('Nama')).toHaveValue('/n[]jkxeg?p')
    await press(page, 'Escape')
    await page.getByRole('button', { name: 'Tinggalkan' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(rows(page).nth(2)).toBeFocused()
  }
})

test('leads from every letter in the help to a page of its own', async ({ page, open }) => {
  await open('/bank')
  await expect(rows(page).first()).toBeVisible()
  await press(page, '?')
  const help = page.getByRole('dialog', { name: 'Bantuan tombol' })
  await expect(help.getByText('Semua Tagihan')).toBeVisible()
  const letters = await help
    .locator('section', { hasText: 'Pergi ke' })
    .locator('kbd:last-child')
    .allTextContents()
  expect(letters.length).toBeGreaterThan(15)
  await press(page, 'Escape')
  await expect(help).toHaveCount(0)
  const urls = new Set<string>()
  for (const letter of letters) {
    const before = page.url()
    // Retries, because the second key must follow within a second, and a busy machine may be too
    // slow.
    await expect(async () => {
      await press(page, 'g', letter)
      await expect(page).not.toHaveURL(before, { timeout: 2000 })
    }).toPass()
    urls.add(page.url())
  }
  expect(urls.size).toBe(letters.length)
  await expect(page).not.toHaveURL(/errors/)
})

test('opens a menu item with g and a letter, also where the letter is a key of lists', async ({
  page,
  open,
}) => {
  await open('/bank')
  await expect(heading(page)).toHaveText('Bank')
  await press(page, 'g', 'p')
  await expect(heading(page)).toHaveText('Peserta')
  await press(page, 'g', 'n')
  await expect(heading(page)).toHaveText('Tagihan Lunas')
  await press(page, 'g', 'k')
  await expect(heading(page)).toHaveText('Semua Kursus')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // On a page without a list, `/` focuses the student search in the header.
  await press(page, 'g', 'd')
  await expect(heading(page)).toHaveText('Dashboard')
  await press(page, '/')
  await expect(page.getByRole('combobox', { name: 'Cari peserta di sini' })).toBeFocused()
})

test('lists all keys in the help and turns single ones off; opens it from the palette', async ({
  page,
  open,
}) => {
  await open('/bank')
  await expect(rows(page).first()).toBeVisible()
  await press(page, '?')
  const help = page.getByRole('dialog', { name: 'Bantuan tombol' })
  await expect(help.getByText('Halaman berikutnya')).toBeVisible()
  await expect(help.getByText('Semua Tagihan')).toBeVisible()
  await check(page, 'the help on keys', 'all', '[role=dialog]')
  await help.getByRole('switch', { name: 'Pakai tombol tunggal' }).click()
  await expect(help.getByRole('switch', { name: 'Pakai tombol tunggal' })).not.toBeChecked()
  await press(page, 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press(page, 'j', 'k', 'x', 'e', 'n', '[', ']', '?', '/', 'g', 'p')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('[aria-selected=true], tr:focus, input:focus')).toHaveCount(0)
  await expect(page).toHaveURL(/#\/bank$/)
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  await press(page, 'Control+k')
  await page.getByRole('dialog', { name: 'Palet perintah' }).getByRole('combobox').fill('bantuan')
  await page.getByRole('option', { name: 'Bantuan tombol' }).click()
  await help.getByRole('switch', { name: 'Pakai tombol tunggal' }).click()
  await press(page, 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press(page, 'n')
  await expect(page.getByRole('dialog', { name: 'Tambah Bank' })).toBeVisible()
})

test('works a list without a mouse: open, search, filter, page, select, edit, save', async ({
  page,
  open,
}) => {
  /** Presses Tab until the control has the focus. */
  const tabTo = async (name: string) => {
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement
        return element instanceof HTMLInputElement || element instanceof HTMLSelectElement
          ? element.labels?.[0]?.textContent?.replace(/ ?\*$/, '')
          : element?.textContent
      })
    for (let i = 0; i < 60 && (await focused()) !== name; i++) await press(page, 'Tab')
    expect(await focused()).toBe(name)
  }
  await open('/bank')
  await expect(heading(page)).toHaveText('Bank')
  await press(page, 'g', 'p')
  await expect(heading(page)).toHaveText('Peserta')
  await expect(rows(page).first()).toBeVisible()
  await press(page, '/')
  await page.keyboard.type('an')
  await expect(page).toHaveURL(/q=an/)
  await tabTo('Status')
  await page.keyboard.type('Aktif')
  await expect(page).toHaveURL(/status=10/)
  await tabTo('Atur ulang')
  await press(page, ']')
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText(/^Menampilkan 21–/)).toBeVisible()
  await press(page, 'j', 'x', 'j', 'x')
  await expect(
    page.getByRole('region', { name: 'Baris terpilih' }).getByText('2 dipilih'),
  ).toBeVisible()
  await press(page, 'x', 'e')
  await expect(heading(page)).toHaveText('Ubah User')
  // Waits for the form, which renders after the heading and takes the focus. Before that, Tab would
  // go through the menu.
  await expect(page.getByLabel('Kota')).toBeVisible()
  await tabTo('Kota')
  await press(page, 'Control+a')
  await page.keyboard.type('Kota Tanpa Tetikus')
  await press(page, 'Control+Enter')
  await expect(heading(page)).toHaveText('Detail User')
  await tabTo('Jadwal')
  await press(page, 'ArrowRight', 'ArrowRight')
  await expect(page.getByRole('tab', { name: 'Data' })).toBeFocused()
  await expect(page.getByText('Kota Tanpa Tetikus').first()).toBeVisible()
})
