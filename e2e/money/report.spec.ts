/** Each figure of the reports in the menu links to its rows. */
import type { Locator, Page } from '@playwright/test'
import { parseRupiah } from '#contract/values/amount.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { expect, test } from '../fixtures.ts'

test.use({ role: 'admin' })

const reports = [
  // Grouped by course, because a single month has more rows than fit on a page.
  'pendapatan?kelompok=kursus',
  'piutang',
  'pengeluaran',
  'laba-rugi',
  'performa-sales',
] as const
/** Parses rupiah as a figure shows it, negative ones included. */
const parse = (text: string): number => {
  const amount = parseRupiah(text.replace('-', ''))
  if (amount === null) throw new Error(`No amount: ${text}`)
  return text.startsWith('-') ? -amount : amount
}
const rowsOf = (page: Page): Locator => page.getByRole('table', { name: /^Rincian/ })
/** Returns the link of the smallest amount, because its rows fit on one page. */
const smallest = async (page: Page): Promise<Locator> => {
  // Links of the report's own lines only, because charts have their figures in a table as well.
  const links = page
    .getByRole('table', { name: /^Laporan/ })
    .getByRole('link', { name: /Rp[\d.]+: rincian$/ })
  await expect(links.first()).toBeVisible()
  const amounts = (await links.allInnerTexts()).map(parse)
  return links.nth(amounts.indexOf(Math.min(...amounts)))
}

for (const name of reports)
  test(`${name}: shows a figure equal to the sum of its linked rows`, async ({ page, open }) => {
    await open(`/laporan/${name}`)
    const figure = await smallest(page)
    const said = await figure.innerText()
    // Content of the page while it is printed.
    const printed = await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'))
      const text = document.querySelector('.paperAlone')?.textContent ?? ''
      dispatchEvent(new Event('afterprint'))
      return text
    })
    expect(printed).toContain(said)
    await figure.press('Enter')
    await expect(rowsOf(page)).toBeVisible()
    await page.getByLabel('Baris per halaman').selectOption('100')
    await expect(page).toHaveURL(/per-page=100/)
    // All rows are on one page.
    await expect(page.getByText(/^Menampilkan 1–(\d+) dari \1$/)).toBeVisible()
    const cells = await rowsOf(page).locator('tbody td:last-child').allInnerTexts()
    const sum = cells.map(parse).reduce((a, b) => a + b, 0)
    expect(formatRupiah(sum)).toBe(said)
    // A row links to a document or a person.
    await rowsOf(page).locator('tbody a').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Detail/)
    await page.goBack()
    await page.getByRole('link', { name: 'Kembali ke laporan' }).click()
    await expect(await smallest(page)).toHaveText(said)
  })
