/**
 * Printed documents: number of pages, unbroken words, columns within the page, letterhead, photo
 * and signers.
 */
import type { Page } from '@playwright/test'
import { RoleId } from '#contract/enums.ts'
import { expect, test } from '../fixtures.ts'

test.use({ role: 'superadmin' })

const sheet = (page: Page) => page.getByRole('article')
/** Returns the number of pages that the browser prints for the present page. */
const pagesOf = async (page: Page): Promise<number> => {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
const pxOfMm = (mm: number) => Math.floor((mm / 25.4) * 96)
/**
 * Lays out the printed document on the screen with its printed width: A4 in portrait or landscape,
 * less margins of 10 mm on each side.
 */
const asPaper = async (page: Page): Promise<void> => {
  const size = await sheet(page).getAttribute('data-size')
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({
    width: pxOfMm((size === 'list-landscape' ? 297 : 210) - 20),
    height: 900,
  })
}
/** Returns the table cells that reach beyond the page, and the words broken over two lines. */
const unreadable = (page: Page) =>
  sheet(page).evaluate((paper) => {
    const wrong: string[] = []
    const edge = paper.getBoundingClientRect().right + 1
    for (const cell of paper.querySelectorAll('table :is(td, th)')) {
      if (cell.getBoundingClientRect().right > edge)
        wrong.push(`over the edge: ${cell.textContent}`)
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

const longNames = [
  'Abraham Marthen',
  'Aditya Krisna Wicaksono',
  'Maria Magdalena Sihombing',
  'Ayu',
  'Nathaniel Situmorang',
  'Alfrits Immanuel Wowor',
]
const pick = <T>(values: readonly T[], i: number): T => {
  const value = values[i % values.length]
  if (value === undefined) throw new Error('Nothing to pick from')
  return value
}
/** Returns a name for a student of a printed list. Some names are very long. */
const nameOf = (id: number): string => {
  if (id % 97 === 0) return `Kesya${'h'.repeat(55)} Putri`
  return id % 29 === 0 ? 'I Gusti Ngurah Agung Wirawan Krisnamurti' : pick(longNames, id)
}
const student = (id: number) => ({
  id,
  name: nameOf(id),
  status: id % 9 === 0 ? 1 : 10,
  phone: id % 2 === 0 ? `+62812${String(10_000_000 + id)}` : null,
  role_id: RoleId.peserta,
  gedung: { id: 1, nama: pick(['Nada Tebet', 'Nada Panakkukang'], id) },
  akun_billing: { id: 1, name: nameOf(id + 1) },
  peserta_profil: { no_induk: `P-2026-${String(id).padStart(5, '0')}` },
  kursus_aktif: [
    { kursus: pick(['Gitar Akustik Dasar', 'Piano Kelompok Anak', 'Drum Lanjutan'], id) },
    ...(id % 23 === 0 ? [{ kursus: 'Paduan Suara Anak' }] : []),
  ],
})

test('prints 500 students on about ten pages with whole names and the head on every page', async ({
  page,
  open,
}) => {
  await page.route(/\/api\/user\?/, async (route) => {
    const pageNumber = Number(new URL(route.request().url()).searchParams.get('page') ?? 1)
    const data = Array.from({ length: 100 }, (_, i) => student((pageNumber - 1) * 100 + i + 1))
    const headers = {
      'X-Pagination-Total-Count': '500',
      'X-Pagination-Page-Count': '5',
      'X-Pagination-Current-Page': String(pageNumber),
      'X-Pagination-Per-Page': '100',
    }
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
  test(`prints a readable list of ${jenis || 'all users'}`, async ({ page, open }) => {
    await open(`/user/cetak?jenis=${jenis}`)
    await expect(sheet(page).getByRole('row').nth(1)).toBeVisible()
    const rows = (await sheet(page).getByRole('row').count()) - 1
    const pages = await pagesOf(page)
    expect(pages).toBeLessThanOrEqual(1 + Math.ceil(rows / 35))
    await asPaper(page)
    expect(await unreadable(page)).toEqual([])
  })

interface Outlet {
  id: number
  nama: string
  alamat: string
  kop_surat: string | null
  versi: number
}
interface Payment {
  id: number
  nomor: string
  gedung_id: number
  alokasi: { billing_id: number }[]
}
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test.describe('the content of printed papers', () => {
  let payment: Payment
  let logo = 0
  test.beforeEach(async ({ api, server }) => {
    const office = api('superadmin')
    const upload = async (): Promise<number> => {
      const form = new FormData()
      form.set('jenis', 'foto')
      form.set('file', new Blob([png], { type: 'image/png' }), 'logo.png')
      const answer = await fetch(`${server.url}/api/berkas/unggah`, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${await office.token()}` },
      })
      const { data } = (await answer.json()) as { data: { id: number } }
      return data.id
    }
    logo = await upload()
    const { data: rows } = await office.get<{ key: string; versi: number }[]>('/setting')
    const change = (key: string, value: unknown) => ({
      key,
      value,
      versi: rows.find((r) => r.key === key)?.versi,
    })
    const saved = await office.post('/setting/simpan', {
      perubahan: [
        change('logo', logo),
        change('npwp', '01.234.567.8-901.000'),
        change('label_metode_3', 'EDC BRI'),
      ],
      alasan: null,
    })
    expect(saved.status).toBe(200)
    const { data: payments } = await office.get<Payment[]>(
      '/billing-payment?metode=3&per-page=100&expand=alokasi',
    )
    payment = pick(
      payments.filter((p) => p.alokasi.length === 1),
      0,
    )
  })

  test('names student, machine and the outlet’s contacts once on a receipt', async ({
    page,
    open,
    api,
  }) => {
    const { data: outlets } = await api('superadmin').get<Outlet[]>('/gedung')
    const outlet = pick(
      outlets.filter((o) => o.id === payment.gedung_id),
      0,
    )
    const { data: bill } = await api('superadmin').get<{
      nomor: string
      items: { peserta_id: number | null }[]
    }>(`/billing/view?id=${payment.alokasi[0]?.billing_id}&expand=items`)
    const { data: student } = await api('superadmin').get<{ name: string }>(
      `/user/view?id=${bill.items.find((i) => i.peserta_id !== null)?.peserta_id}`,
    )
    await open(`/billing-payment/print?id=${payment.id}`)
    await expect(sheet(page)).toContainText(`No. ${payment.nomor}`)
    await expect(
      sheet(page).getByText('Nama peserta').locator('xpath=following-sibling::dd[1]'),
    ).toContainText(student.name)
    await expect(
      sheet(page).getByText('Cara bayar').locator('xpath=following-sibling::dd[1]'),
    ).toHaveText(/^EDC BRI(, ref\. .*)?$/)
    await expect(sheet(page)).toContainText(outlet.kop_surat ?? '')
    await expect(sheet(page)).toContainText(outlet.alamat)
    await expect(sheet(page)).toContainText(/\+62 \d/)
    await expect(sheet(page)).toContainText('NPWP 01.234.567.8-901.000')
    await expect(sheet(page).getByRole('img', { name: 'Logo Sekolah Musik Nada' })).toBeVisible()
    expect(await pagesOf(page)).toBe(1)
  })

  test('uses the school’s name for the card machine on the invoice and Detail Tagihan', async ({
    page,
    open,
  }) => {
    const id = payment.alokasi[0]?.billing_id
    await open(`/billing/download?id=${id}`)
    await expect(sheet(page).getByRole('table', { name: 'Pembayaran', exact: true })).toContainText(
      `${payment.nomor} · EDC BRI`,
    )
    await open(`/billing/view?id=${id}`)
    await expect(page.getByRole('cell', { name: 'EDC BRI', exact: true }).first()).toBeVisible()
    await expect(page.getByText('Mesin kartu bank lain')).toHaveCount(0)
  })

  const drawnLate = [
    ['a report', '/laporan/pendapatan'],
    ['a statement', '/user/view?tab=rekening-koran'],
    ['a day of lessons', '/kursus-pelatih?tab=hari'],
  ] as const
  for (const [paper, route] of drawnLate)
    test(`${paper}, drawn at print time, has its letterhead at once`, async ({
      page,
      open,
      api,
    }) => {
      const {
        data: [payer],
      } = await api('superadmin').get<{ id: number; gedung: { nama: string } }[]>(
        '/user?jenis=akun-billing&per-page=1&expand=gedung',
      )
      const isStatement = route.includes('rekening-koran')
      await open(isStatement ? `${route}&id=${payer?.id}` : route)
      // Waits until the logo, which is hidden on the screen, has loaded.
      await expect(page.locator('.kopLogo')).not.toHaveJSProperty('naturalWidth', 0)
      const head = await page.evaluate(() => {
        window.dispatchEvent(new Event('beforeprint'))
        const logo = document.querySelector<HTMLImageElement>('.paper .kop img')
        const hasLogo = Boolean(logo?.complete && logo.naturalWidth > 0)
        return { hasLogo, text: document.querySelector('.paper .kop')?.textContent }
      })
      expect(head.hasLogo).toBe(true)
      expect(head.text).toContain(isStatement ? payer?.gedung.nama : 'Sekolah Musik Nada')
    })

  test('shows the photo on the data sheet of a person', async ({ page, open, api }) => {
    const {
      data: [someone],
    } = await api('superadmin').get<{ id: number; name: string }[]>(
      '/user?jenis=peserta&per-page=1',
    )
    if (!someone) throw new Error('The demo school has no student')
    // Gives the student a photo in the response. The photo is the uploaded logo, because any
    // uploaded picture is sufficient.
    await page.route(/\/api\/user\/view\?/, async (route) => {
      const answer = await route.fetch()
      const { data } = (await answer.json()) as { data: object }
      await route.fulfill({
        response: answer,
        json: { success: true, data: { ...data, foto: logo } },
      })
    })
    await open(`/user/cetak?id=${someone.id}`)
    await expect(sheet(page).getByRole('img', { name: `Foto ${someone.name}` })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(sheet(page).getByRole('img', { name: `Foto ${someone.name}` })).toBeVisible()
  })
})

test('shows no setting without effect', async ({ page, open }) => {
  await open('/setting')
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    await expect(page.getByText('Belum berpengaruh')).toHaveCount(0)
  }
  await expect(page.getByRole('tab', { name: 'Pembukuan' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Kelas & Cuti' })).toBeVisible()
})

// Lists that users print with the print function of the browser.
for (const route of [
  '/billing',
  '/billing-payment',
  '/user/peserta',
  '/user/akun-billing',
  '/ruang',
  '/bank',
  '/kursus',
  '/promo',
  '/gedung',
  '/produk-jasa-lainnya',
])
  test(`keeps the columns of ${route} on the sheet when printed from the screen`, async ({
    page,
    open,
  }) => {
    await open(route)
    await expect(page.locator('[data-grid] tbody tr[data-id]').first()).toBeVisible()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.setViewportSize({ width: pxOfMm(297 - 20), height: 700 })
    const table = page.locator('[data-list] [data-grid]')
    await expect(table).toHaveCSS('color', 'rgb(0, 0, 0)')
    const over = await table.evaluate((grid) =>
      [...grid.querySelectorAll('td, th')]
        .filter(
          (cell) =>
            cell.getBoundingClientRect().right > innerWidth + 1 ||
            cell.scrollWidth > cell.clientWidth + 1,
        )
        .map((cell) => cell.textContent),
    )
    expect(over).toEqual([])
    await expect(table.locator('[data-cell]').filter({ visible: true })).toHaveCount(0)
  })
