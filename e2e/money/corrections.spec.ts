/**
 * Corrections: moving a payment that was booked on the wrong bill, and a credit note for a bill
 * that was too high.
 */
import { currentDay } from '#contract/values/tanggal.ts'
import { checkAll } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'

test.use({ role: 'admin' })

interface Row {
  id: number
  nomor: string
  akun_billing_id: number
}

test('moves a payment to the saldo and prints the transfer on the statement', async ({
  page,
  open,
  api,
}) => {
  const admin = api('admin')
  const { data } = await admin.get<Row[]>(
    '/billing?status=1&payment_status=0&batal=false&per-page=1',
  )
  const [bill] = data
  const body = {
    akun_billing_id: bill?.akun_billing_id,
    tanggal: currentDay(),
    metode: 0,
    jumlah: 1000,
    alokasi: [{ billing_id: bill?.id, jumlah: 1000 }],
  }
  const once = { 'Idempotency-Key': crypto.randomUUID() }
  const { data: receipt } = await admin.post<Row>('/billing-payment/create', body, once)
  await open(`/billing-payment/view?id=${receipt.id}`)
  await page.getByRole('button', { name: 'Pindahkan' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(`Dibayar ${bill?.nomor}`).fill('')
  await expect(dialog.getByText('tadinya Rp0')).toBeVisible()
  await dialog.getByLabel('Alasan').fill('Bukan untuk tagihan ini')
  await dialog.getByRole('button', { name: 'Pindahkan' }).dblclick()
  await expect(page.getByText(`Pembayaran ${receipt.nomor} dipindahkan`)).toBeVisible()

  await open(`/user/view?id=${bill?.akun_billing_id}&tab=rekening-koran`)
  const table = page.getByRole('table', { name: 'Rekening koran' })
  await expect(table.getByText(`${receipt.nomor} dipindah ke saldo (saldo Rp1.000)`)).toBeVisible()
  // Starts printing. During printing, the page renders only the printed document.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'REKENING KORAN', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
})

test('prints a readable credit note from its bill', async ({ page, open, api }) => {
  const admin = api('admin')
  const { data } = await admin.get<Row[]>(
    '/billing?status=1&payment_status=0&batal=false&per-page=1',
  )
  const [bill] = data
  const alasan = 'Harga lama terpakai'
  const once = { 'Idempotency-Key': crypto.randomUUID() }
  await admin.post(`/billing/nota-kredit?id=${bill?.id}`, { jumlah: 5000, alasan }, once)
  await open(`/billing/view?id=${bill?.id}&tab=nota-kredit`)
  await page.getByRole('link', { name: /^Cetak nota kredit / }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cetak Nota Kredit')
  const paper = page.getByRole('article')
  for (const text of ['NOTA KREDIT', bill?.nomor ?? '', 'Rp5.000', 'Lima ribu rupiah', alasan])
    await expect(paper.getByText(text).first()).toBeVisible()
  await checkAll(page, 'the paper of a credit note')
  await page
    .getByRole('link', { name: 'Kembali' })
    .or(page.getByRole('button', { name: 'Kembali' }))
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Detail Tagihan')
})
