/** Reports: a figure links to the rows from which it is computed, and equals their sum. */
import type { Locator, Page } from '@playwright/test'
import { parseRupiah } from '#contract/values/amount.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { expect, test } from '../fixtures.ts'

test.use({ role: 'admin' })

const reports = [
  // Groups income by course, because the rows of one course fit on one page of the list of details.
  'pendapatan?kelompok=kursus',
  'piutang',
  'pengeluaran',
  'laba-rugi',
  'performa-sales',
] as const
/** Parses an amount as a report shows it, such as `-Rp1.000`. */
const parse = (text: string): number => {
  const amount = parseRupiah(text.replace('-', ''))
  if (amount === null) throw new Error(`No amount: ${text}`)
  return text.startsWith('-') ? -amount : amount
}
const rowsOf = (page: Page): Locator => page.getByRole('table', { name: /^Rincian/ })
/** Returns the figure with the smallest amount, because its rows fit on one page of a list. */
const smallest = async (page: Page): Promise<Locator> => {
  // Searches only the table of the report, because charts have a table with figures as well.
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
    // Reads the document that is rendered while the page is printed.
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
    // Expects that one page shows all rows, because the test computes the sum of the rows on the
    // page.
    await expect(page.getByText(/^Menampilkan 1–(\d+) dari \1$/)).toBeVisible()
    const cells = await rowsOf(page).locator('tbody td:last-child').allInnerTexts()
    const sum = cells.map(parse).reduce((a, b) => a + b, 0)
    expect(formatRupiah(sum)).toBe(said)
    // Each row links to the detail page of a document or a person.
    await rowsOf(page).locator('tbody a').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Detail/)
    await page.goBack()
    await page.getByRole('link', { name: 'Kembali ke laporan' }).click()
    await expect(await smallest(page)).toHaveText(said)
  })
