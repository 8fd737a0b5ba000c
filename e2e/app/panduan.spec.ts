/** Help pages: the way from a screen, pictures, keyboard, phone and accessibility. */
import { checkAll } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'

test.use({ role: 'admin' })

test('opens from a screen at its tasks, with their pictures', async ({ page, open }) => {
  await open('/tutup-kas/form')
  await page.getByRole('button', { name: 'Panduan halaman ini' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Panduan')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Menutup kas harian')
  const picture = page.getByRole('img', { name: 'Layar pada langkah 2' })
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1000)
  await page.getByRole('link', { name: 'Tutup Kas Harian' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tutup Kas Harian')
})
test('leads from the contents to a task by keyboard', async ({ page, open }) => {
  await open('/panduan')
  await page.getByRole('link', { name: 'Menutup kas harian' }).focus()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: 'Menutup kas harian', exact: true })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  expect(page.url()).toContain('tugas=tutup-kas')
})
test('is accessible, also in the dark and on a phone', async ({ page, open }) => {
  await open('/panduan')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await checkAll(page, 'help pages')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'Panduan halaman ini' })).toBeVisible()
})
