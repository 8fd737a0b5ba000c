/**
 * Documents that are printed from the screen and that the server also draws as PDF: both must have
 * the same words in the same order.
 */
import type { Page } from '@playwright/test'
import { addMonths, currentDay, firstDay } from '#contract/values/tanggal.ts'
import { pdfPages } from '#mocks/pdf.ts'
import { expect, test, type Api } from '../fixtures.ts'

test.use({ role: 'superadmin' })

/** Returns the texts without whitespace, because a PDF breaks long words at the end of a line. */
const lettersOf = (texts: readonly string[]): string => texts.join('').replaceAll(/\s+/g, '')
/**
 * Returns the text of the document on the screen without whitespace. `head` is the text of its
 * table head, which a PDF repeats on each page.
 */
const readSheet = async (page: Page): Promise<{ shown: string; head: string }> => {
  const sheet = page.getByRole('article')
  const texts = await sheet.evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const read: string[] = []
    while (walker.nextNode())
      if (walker.currentNode.parentElement?.tagName !== 'STYLE')
        read.push(walker.currentNode.textContent ?? '')
    return read
  })
  const heads = await sheet.locator('thead').allTextContents()
  return { shown: lettersOf(texts), head: lettersOf(heads.slice(0, 1)) }
}
/** Matches page numbers and watermarks of a PDF, which the document on the screen does not have. */
const onEveryPage = /^(?:Halaman \d+ dari \d+|BATAL|DRAFT)$/
const printedLetters = async (
  { api, url, head }: { api: Api; url: string; head: string },
  path: string,
): Promise<string> => {
  const response = await fetch(`${url}/api${path}`, {
    headers: { authorization: `Bearer ${await api.token()}` },
  })
  expect(response.status, path).toBe(200)
  const pages = pdfPages(Buffer.from(await response.arrayBuffer()))
  const ofPages = pages.map((text) => {
    const lines = text.split('\n')
    const foot = lines[lines.findIndex((line) => line.startsWith('Halaman ')) - 1]
    return lettersOf(lines.filter((line) => line !== foot && !onEveryPage.test(line)))
  })
  return ofPages
    .map((letters, i) => (i > 0 && letters.startsWith(head) ? letters.slice(head.length) : letters))
    .join('')
}

const documents = [
  ['a draft', '/billing?status=0', '/billing/download', '/billing/pdf'],
  ['a bill, paid in part', '/billing?payment_status=1', '/billing/download', '/billing/pdf'],
  ['a void bill', '/billing?batal=1', '/billing/download', '/billing/pdf'],
  ['a receipt', '/billing-payment', '/billing-payment/print', '/billing-payment/pdf'],
  ['a payslip', '/honor-periode', '/honor-periode/print', '/honor-periode/pdf'],
  ['a cash closing', '/tutup-kas', '/tutup-kas/print', '/tutup-kas/pdf'],
  [
    'a credit note',
    '/mutasi-saldo?jenis=nota_kredit',
    '/nota-kredit/print',
    '/mutasi-saldo/nota-kredit',
  ],
] as const
for (const [name, list, route, pdf] of documents)
  test(`${name} shows the same on the screen and in its PDF`, async ({
    page,
    open,
    api,
    server,
  }) => {
    const office = api('superadmin')
    const {
      data: [row],
    } = await office.get<{ id: number }[]>(`${list}${list.includes('?') ? '&' : '?'}per-page=1`)
    await open(`${route}?id=${row?.id}`)
    await expect(page.getByRole('article')).toBeVisible()
    const { shown, head } = await readSheet(page)
    expect(shown.length).toBeGreaterThan(150)
    const from = { api: office, url: server.url, head }
    expect(await printedLetters(from, `${pdf}?id=${row?.id}`)).toBe(shown)
  })

test('a statement shows the same in print and in its PDF', async ({ page, open, api, server }) => {
  const office = api('superadmin')
  const {
    data: [payer],
  } = await office.get<{ id: number }[]>('/user?jenis=akun-billing&per-page=1')
  await open(`/user/view?tab=rekening-koran&id=${payer?.id}`)
  await expect(page.getByRole('table', { name: 'Rekening koran' })).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const { shown, head } = await readSheet(page)
  expect(shown.length).toBeGreaterThan(150)
  const today = currentDay()
  const from = firstDay(addMonths(today.slice(0, 7), -2))
  const path = `/user/rekening-koran-pdf?id=${payer?.id}&dari=${from}&sampai=${today}`
  // Removes the time of creation, because screen and PDF may be created at different minutes.
  const minute = /Dibuat.*?WIB/
  const printed = await printedLetters({ api: office, url: server.url, head }, path)
  expect(printed.replace(minute, '')).toBe(shown.replace(minute, ''))
})
