/**
 * Bank statement: an admin uploads a file, reviews which column is which, imports the lines, and
 * matches them with bills by keyboard.
 */
import type { Page } from '@playwright/test'
import { currentDay } from '#contract/values/tanggal.ts'
import { expect, test } from '../fixtures.ts'

test.use({ role: 'admin' })

interface Bill {
  id: number
  nomor: string
  sisa: number
  akun_billing: { name: string }
}
const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
const dmy = (day: string) => day.split('-').toReversed().join('/')

test(
  'tries a statement, imports it once, and accepts, ignores and reverts a line by keys',
  { tag: '@smoke' },
  async ({ page, open, api }) => {
    const admin = api('admin')
    const [bill] = await admin
      .get<Bill[]>('/billing?status=1&batal=false&payment_status=0&per-page=1&expand=akun_billing')
      .then((a) => a.data)
    if (!bill) throw new Error('no open bill')
    const today = currentDay()
    const file = {
      name: 'mutasi.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        [
          'No. rekening : 0880112233',
          'Tanggal;Keterangan;Debet;Kredit',
          `${dmy(today)};TRSF ${bill.akun_billing.name.toUpperCase()} ${bill.nomor};0,00;${bill.sisa},00`,
          `${dmy(today)};BUNGA;0,00;0,10`,
          `${dmy(today)};SETORAN KANTIN;0,00;77.123,00`,
        ].join('\n'),
        'latin1',
      ),
    }
    const choose = async () => {
      await page.getByLabel('Rekening').selectOption({ index: 1 })
      await page.getByLabel('Berkas mutasi').setInputFiles(file)
      await expect(page.getByRole('heading', { name: /Langkah 2 dari 3/ })).toBeFocused()
    }
    await open('/mutasi-bank/import')
    await choose()
    await expect(page.getByText(/Bukan rupiah bulat: 0,10/)).toBeVisible()
    await expect(page.getByLabel('Tanda desimal')).toHaveValue('koma')
    await page.getByRole('button', { name: 'Impor 2 baris' }).click()
    await expect(page.getByText(/^2 baris dari mutasi\.csv diimpor/)).toBeVisible()
    await page.getByRole('button', { name: 'Impor berkas lain' }).click()
    await choose()
    await expect(page.getByText(/Semua baris berkas ini sudah ada/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Impor 0 baris' })).toBeDisabled()

    await open('/mutasi-bank?q=kantin&status=belum&masuk.gte=77123&masuk.lte=77123')
    await expect(h1(page)).toHaveText('Mutasi Bank')
    await page.locator('tr[data-id]', { hasText: 'SETORAN KANTIN' }).click()
    await expect(h1(page)).toHaveText('Cocokkan Mutasi Bank')
    await page.locator('main').press('a')
    await page.getByRole('dialog').getByRole('textbox').fill('Setoran kantin, bukan keluarga')
    await page.getByRole('dialog').getByRole('button', { name: 'Abaikan' }).click()
    await expect(page.getByText(/Rp77\.123 diabaikan$/)).toBeVisible()

    await open(`/mutasi-bank?status=belum&q=${encodeURIComponent(bill.nomor)}`)
    await page.locator('tr[data-id]', { hasText: bill.nomor }).click()
    await expect(page.getByText(`Nomor ${bill.nomor} ada di keterangan`)).toBeVisible()
    await page.locator('main').press('s')
    await expect(
      page.getByText(`Pembayaran ${bill.nomor} dari ${bill.akun_billing.name} dicatat`),
    ).toBeVisible()
    const paid = await admin.get<Bill>(`/billing/view?id=${bill.id}`)
    expect(paid.data.sisa).toBe(0)
  },
)
