/** Papers as the printer gets them: pages counted, words whole, columns on the sheet; letterhead, photo and the names that belong on them. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ role: 'superadmin' })

const sheet = (page: Page) => page.getByRole('article')
/** What the browser's own print makes of the page. */
const pagesOf = async (page: Page): Promise<number> => {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
const pxOfMm = (mm: number) => Math.floor((mm / 25.4) * 96)
/** Lays the sheet out as wide as the printer will: A4 without its margins of 10 mm, lying where the list asks for it. */
const asPaper = async (page: Page): Promise<void> => {
  const size = await sheet(page).getAttribute('data-size')
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: pxOfMm((size === 'list-landscape' ? 297 : 210) - 20), height: 900 })
}
/** Words that stand on two lines, and cells that reach over the edge of the sheet. */
const unreadable = (page: Page) =>
  sheet(page).evaluate((paper) => {
    const wrong: string[] = []
    const edge = paper.getBoundingClientRect().right + 1
    for (const cell of paper.querySelectorAll('table :is(td, th)')) {
      if (cell.getBoundingClientRect().right > edge) wrong.push(`over the edge: ${cell.textContent}`)
      const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        for (const word of (node.textContent ?? '').matchAll(/[^\s\u200b-]+/g)) {
          const range = document.createRange()
          range.setStart(node, word.index)
          range.setEnd(node, word.index + word[0].length)
          const lines = new Set([...range.getClientRects()].map((r) => Math.round(r.top)))
          if (lines.size > 1) wrong.push(`broken: ${word[0]}`)
        }
      }
    }
    return wrong
  })

const longNames = ['Abraham Marthen', 'Aditya Krisna Wicaksono', 'Maria Magdalena Sihombing', 'Ayu', 'Nathaniel Situmorang', 'Alfrits Immanuel Wowor']
const pick = <T>(values: readonly T[], i: number): T => {
  const value = values[i % values.length]
  if (value === undefined) throw new Error('Nothing to pick from')
  return value
}
/** A student as the list reads one; some are the longest that a school would type. */
const nameOf = (id: number): string => {
  if (id % 97 === 0) return `Kesya${'h'.repeat(55)} Putri`
  return id % 19 === 0 ? 'I Gusti Ngurah Agung Wirawan Krisnamurti' : pick(longNames, id)
}
const student = (id: number) => ({
  id, name: nameOf(id), status: id % 9 === 0 ? 1 : 10, phone: id % 2 === 0 ? `62812${String(10_000_000 + id)}` : null,
  role_id: 6, gedung: { id: 1, nama: pick(['Nada Tebet', 'Nada Panakkukang'], id) }, akun_billing: { id: 1, name: nameOf(id + 1) }, peserta_profil: { no_induk: `P-2026-${String(id).padStart(5, '0')}` },
  kursus_aktif: [{ kursus: pick(['Gitar Akustik Dasar', 'Piano Kelompok Anak', 'Drum Lanjutan'], id) }, ...(id % 11 === 0 ? [{ kursus: 'Paduan Suara Anak' }] : [])],
})

test('500 students take some ten pages, every name whole, the head on every page', async ({ page, open }) => {
  await page.route(/\/api\/user\?/, async (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('page') ?? 1)
    const data = Array.from({ length: 100 }, (_, i) => student((at - 1) * 100 + i + 1))
    const headers = { 'X-Pagination-Total-Count': '500', 'X-Pagination-Page-Count': '5', 'X-Pagination-Current-Page': String(at), 'X-Pagination-Per-Page': '100' }
    await route.fulfill({ json: { success: true, data }, headers })
  })
  await open('/user/cetak?jenis=peserta')
  await expect(sheet(page).getByRole('row')).toHaveCount(501)
  const pages = await pagesOf(page)
  expect(pages).toBeGreaterThan(5)
  expect(pages).toBeLessThanOrEqual(13)
  await asPaper(page)
  expect(await unreadable(page)).toEqual([])
  await expect(sheet(page).locator('thead')).toHaveCSS('display', 'table-header-group')
})

for (const jenis of ['peserta', 'pelatih', 'sales', 'akun-billing', 'pendaftar-mandiri', ''])
  test(`the printed list of ${jenis || 'all users'} can be read`, async ({ page, open }) => {
    await open(`/user/cetak?jenis=${jenis}`)
    await expect(sheet(page).getByRole('row').nth(1)).toBeVisible()
    const rows = (await sheet(page).getByRole('row').count()) - 1
    const pages = await pagesOf(page)
    expect(pages).toBeLessThanOrEqual(1 + Math.ceil(rows / 35))
    await asPaper(page)
    expect(await unreadable(page)).toEqual([])
  })
