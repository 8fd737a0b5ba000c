/** Expense: a sales person submits it on a phone. It is rejected, submitted again and approved. */
import type { Page } from '@playwright/test'
import { expect, goto, test } from '../fixtures.ts'

test.use({ role: 'sales', viewport: { width: 375, height: 740 }, hasTouch: true })

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
/** Returns a JPEG as large as a phone's photo, so that the app has to shrink it before upload. */
const takePhoto = async (page: Page): Promise<Buffer> => {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 3000
    canvas.height = 2250
    const pen = canvas.getContext('2d')
    pen?.fillText('NOTA Rp 85.000', 100, 100)
    return canvas.toDataURL('image/jpeg')
  })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}
interface Total {
  jumlah_disetujui: number
}

test(
  'files with a photo, rejects with a reason, files again, approves and then counts the expense',
  { tag: '@smoke' },
  async ({ page, open, api, server, browser }) => {
    const total = async () =>
      (await api('admin').get<Total>('/pengeluaran-sales/total')).data.jumlah_disetujui
    const before = await total()

    await open('/pengeluaran-sales/form')
    await expect(h1(page)).toHaveText('Tambah Pengeluaran Sales')
    await page.getByLabel('Jumlah').fill('85000')
    await expect(page.getByLabel('Jumlah')).toHaveValue('Rp 85.000')
    await page.getByLabel('Kategori').selectOption('transport')
    await page.getByLabel('Keterangan').fill('Taksi ke pameran')
    const photo = { name: 'IMG_2031.jpg', mimeType: 'image/jpeg', buffer: await takePhoto(page) }
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Ambil foto' }).tap()
    await (await chooser).setFiles(photo)
    await expect(page.getByRole('img', { name: 'Pratinjau Bukti' })).toBeVisible()
    await page.getByRole('button', { name: 'Ajukan' }).tap()
    await expect(h1(page)).toHaveText('Detail Pengeluaran Sales')
    const image = page.getByRole('img', { name: /^Bukti PS\// })
    await expect(image).toBeVisible()
    expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(2000)
    await expect(page.getByRole('button', { name: 'Setujui' })).toHaveCount(0)
    const id = Number(/id=(\d+)/.exec(page.url())?.[1])

    const context = await browser.newContext({
      storageState: {
        cookies: [],
        origins: [
          {
            origin: server.url,
            localStorage: [{ name: 'token', value: await api('admin').token() }],
          },
        ],
      },
    })
    const office = await context.newPage()
    await goto(office, server.url, `/pengeluaran-sales/view?id=${id}`)
    await expect(h1(office)).toHaveText('Detail Pengeluaran Sales')
    await office.getByRole('button', { name: 'Tolak' }).click()
    await office.getByLabel('Alasan').fill('Nota tidak terbaca.')
    await office.getByRole('dialog').getByRole('button', { name: 'Tolak' }).click()
    await expect(office.getByText(/^PS\/.* ditolak$/)).toBeVisible()
    expect(await total()).toBe(before)

    await page.reload()
    await expect(page.getByText('Nota tidak terbaca.')).toBeVisible()
    await page.getByRole('button', { name: 'Perbaiki' }).tap()
    await expect(h1(page)).toHaveText('Ubah Pengeluaran Sales')
    await expect(page.getByRole('note')).toContainText('Nota tidak terbaca.')
    await page.getByLabel('Jumlah').fill('86000')
    await page.getByRole('button', { name: 'Ajukan lagi' }).tap()
    await expect(h1(page)).toHaveText('Detail Pengeluaran Sales')
    await expect(page.getByText('Menunggu', { exact: true })).toBeVisible()

    await office.reload()
    await expect(h1(office)).toHaveText('Detail Pengeluaran Sales')
    await office.getByRole('button', { name: 'Setujui' }).click()
    await office.getByRole('dialog').getByRole('button', { name: 'Setujui' }).click()
    await expect(office.getByText(/^PS\/.* disetujui$/)).toBeVisible()
    expect(await total()).toBe(before + 86_000)
    await context.close()
  },
)
