/** Lists show many rows on a laptop, and filters that do not fit are behind a button. */
import { expect, test } from '../fixtures.ts'

test.use({ role: 'admin', viewport: { width: 1366, height: 768 } })

/** Returns the heights in px of the rows that are completely visible. */
const rowsInSight = (heights: { top: number; bottom: number }[]) =>
  heights.filter((row) => row.bottom <= 768).map((row) => Math.round(row.bottom - row.top))

for (const [density, height] of [
  ['plain', 40],
  ['dense', 36],
] as const)
  test(`shows at least 12 unpaid bills on a laptop, ${density}`, async ({ page, open }) => {
    await open('/billing/unpaid')
    await expect(page.locator('tbody tr[data-id]').nth(12)).toBeAttached()
    if (density === 'dense') await page.getByRole('button', { name: 'Baris rapat' }).click()
    const rows = rowsInSight(
      await page.locator('tbody tr[data-id]').evaluateAll((lines) =>
        lines.map((line) => {
          const { top, bottom } = line.getBoundingClientRect()
          return { top, bottom }
        }),
      ),
    )
    expect(rows.length).toBeGreaterThanOrEqual(12)
    expect(Math.max(...rows)).toBeLessThanOrEqual(height)
    // Search, filters and buttons are in one row above the table.
    const tools = await page.locator('[data-list] > div').first().boundingBox()
    expect(tools?.height).toBeLessThan(90)
  })

test('moves filters beyond the line behind Filter, which counts the active ones', async ({
  page,
  open,
}) => {
  await open('/billing/unpaid?sumber=generate')
  const more = page.getByRole('button', { name: 'Filter (1)' })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  const source = page.getByRole('combobox', { name: 'Sumber' })
  await expect(source).toHaveCount(0)
  await more.click()
  await expect(source).toHaveValue('generate')
  await page.getByRole('button', { name: /^Hapus filter Sumber/ }).click()
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible()
})
