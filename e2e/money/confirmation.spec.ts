/**
 * Payment confirmation: a family reports a transfer with its proof on a phone, an admin approves it
 * by keyboard, and the family sees the receipt.
 */
import type { Page } from '@playwright/test'
import { expect, goto, takePhoto, test } from '../fixtures.ts'

test.use({ role: 'akunbilling', viewport: { width: 360, height: 740 }, hasTouch: true })

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
test(
  'confirms several bills from a phone, approves by keys and shows the family its receipt',
  { tag: '@smoke' },
  async ({ page, open, api, server, browser }) => {
    await open('/konfirmasi-pembayaran/form')
    await expect(h1(page)).toHaveText('Buat Konfirmasi Pembayaran')
    const bills = page.getByRole('group', { name: 'Tagihan yang dibayar' })
    await expect(bills.getByRole('checkbox').first()).toBeChecked()
    const amount = page.getByLabel('Jumlah')
    const all = await amount.inputValue()
    await bills.getByRole('checkbox').last().tap()
    await expect(amount).not.toHaveValue(all)
    await bills.getByRole('checkbox').last().tap()
    await expect(amount).toHaveValue(all)
    await page.getByLabel('Rekening Tujuan').selectOption({ index: 1 })
    await expect(page.getByText(/^a\.n\. /)).toBeVisible()
    const photo = { name: 'IMG_2034.jpg', mimeType: 'image/jpeg', buffer: await takePhoto(page) }
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Ambil foto' }).tap()
    await (await chooser).setFiles(photo)
    await expect(page.getByRole('img', { name: 'Pratinjau Bukti' })).toBeVisible()
    await page.getByRole('button', { name: 'Kirim konfirmasi' }).tap()
    await expect(h1(page)).toHaveText('Detail Konfirmasi Pembayaran')
    await expect(page.getByText('Menunggu verifikasi')).toBeVisible()
    const proof = page.getByRole('img', { name: /^Bukti KP\// })
    await expect(proof).toBeVisible()
    expect(await proof.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(2000)
    await expect(page.getByRole('button', { name: 'Setujui' })).toHaveCount(0)
    const id = Number(/id=(\d+)/.exec(page.url())?.[1])
    const origin = server.url
    const token = { name: 'token', value: await api('admin').token() }
    const context = await browser.newContext({
      storageState: { cookies: [], origins: [{ origin, localStorage: [token] }] },
    })
    const office = await context.newPage()
    await goto(office, server.url, `/konfirmasi-pembayaran/view?id=${id}`)
    await expect(h1(office)).toHaveText('Detail Konfirmasi Pembayaran')
    await office.getByRole('button', { name: 'Putar bukti' }).click()
    await office.getByRole('button', { name: 'Perbesar bukti' }).click()
    await expect(office.getByText('140 %')).toBeVisible()
    await office.locator('main').press('t')
    await expect(office.getByRole('dialog')).toContainText('Tolak KP/')
    await office.keyboard.press('Escape')
    await expect(office.getByRole('dialog')).toHaveCount(0)
    await office.keyboard.press('s')
    const dialog = office.getByRole('dialog')
    await expect(dialog.getByLabel('Jumlah Diterima')).toHaveValue(all)
    await dialog.getByLabel('Jumlah Diterima').press('Control+Enter')
    await expect(office.getByText(/^KP\/.* disetujui$/)).toBeVisible()
    await context.close()

    await page.reload()
    await expect(page.getByText('Disetujui', { exact: true }).first()).toBeVisible()
    await page.getByRole('link', { name: /^KW\// }).tap()
    await expect(h1(page)).toHaveText('Detail Pembayaran')
  },
)
