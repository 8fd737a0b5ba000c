/** Dashboard of the demo school: each figure equals the number of rows that its link shows. */
import { expect, test } from '../fixtures.ts'
import { prepareWalk, slowly } from '../walk.ts'

test.use({ role: 'admin' })

test('links every card to as many rows as it counts, and the month to its sums', async ({
  page,
  open,
}) => {
  await open('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expect(page.getByRole('link', { name: /pertemuan hari ini, \d+ selesai/ })).toBeVisible()
  const cards = page.locator('main a:has(dt)')
  const figures = await cards.evaluateAll((links) =>
    links.map((link) => ({
      href: link.getAttribute('href')?.split('#')[1] ?? '',
      label: link.querySelector('dt')?.textContent ?? '',
      figure: link.querySelector('dd p')?.textContent ?? '',
    })),
  )
  expect(figures.length).toBeGreaterThanOrEqual(5)
  const amounts = figures.map(({ figure }) => Number(figure.replaceAll('.', '')))
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
  // Omits two cards that do not link to a list of the rows that they count. The card of lessons
  // without a coach opens the calendar of one outlet. The card of due cash closings counts closings
  // for which no row exists yet.
  const unlisted = /tab=hari|tutup-kas/
  for (const { href, label, figure } of figures.filter((card) => !unlisted.test(card.href)))
    await test.step(label, async () => {
      await page.evaluate((hash) => {
        location.hash = hash
      }, href)
      await expect(page.locator('main')).toContainText(` dari ${figure}`)
    })
  await open('/')
  const fold = page.getByRole('button', { name: /^\d+ hal lain beres$/ })
  const count = Number((await fold.textContent())?.split(' ')[0])
  await fold.click()
  const done = page.locator('main ul a')
  await expect(done).toHaveCount(count)
  const hrefs = await done.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  await done.nth(hrefs.findIndex((href) => !unlisted.test(href ?? ''))).click()
  await expect(page.locator('main')).toContainText(/dari 0|Tidak ada|Belum ada/)
  await open('/')
  const received = page.getByRole('link', { name: 'Pembayaran diterima' })
  const sum = await received.locator('xpath=ancestor::div[1]').locator('dd p').first().textContent()
  await received.click()
  await expect(page.locator('tfoot')).toContainText(sum ?? '')
})

test('shows a smaller sum for the month of one outlet and keeps the outlet in the address', async ({
  page,
  open,
}) => {
  await open('/')
  const month = page.locator('section').filter({ hasText: 'Bulan ini' })
  const sum = month.locator('dd p').first()
  await expect(sum).toHaveText(/^Rp/)
  const all = await sum.textContent()
  await month.getByLabel('Outlet').click()
  await page.getByRole('option').first().click()
  await expect(page).toHaveURL(/gedung_id=\d+/)
  await expect(sum).not.toHaveText(all ?? '')
  await page.reload()
  await expect(sum).toHaveText(/^Rp/)
  await expect(sum).not.toHaveText(all ?? '')
})

test('keeps its content in place while the counts arrive, also on a phone', async ({
  context,
  page,
  open,
}) => {
  await prepareWalk(context)
  await open('/profile/view')
  const fold = page.getByRole('button', { name: /^\d+ hal lain beres$/ })
  const month = page.getByRole('heading', { name: /^Bulan ini/ })
  await slowly(page, 'dashboard', async () => {
    await page.evaluate(() => {
      location.hash = '/'
    })
    await expect(fold).toBeVisible()
    await expect(month).toBeVisible()
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await slowly(page, 'dashboard on a phone', async () => {
    await page.reload()
    await expect(fold).toBeVisible()
    await expect(month).toBeVisible()
  })
})
