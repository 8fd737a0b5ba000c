/**
 * Main work of an admin: log in, generate the bills of a month, publish them, record two partial
 * payments of a bill, and print. Done by mouse, by keyboard alone, and with invalid input.
 */
import type { Locator, Page } from '@playwright/test'
import { terbilang } from '#contract/billing/rules/paper/terbilang.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { expect, password, test } from '../fixtures.ts'

// The configuration switches animations off. Empty options switch them on for this file.
test.use({ contextOptions: {} })

interface Bill {
  id: number
  nomor: string
  akun_billing_id: number
  sisa: number
}
interface Info {
  belum_terbayar: { jumlah: number }
  terbayar_sebagian: { jumlah: number }
}

/**
 * Counts calls of the print dialog instead of opening it, because the dialog would block the
 * browser.
 */
const catchPrint = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, {
      dicetak: 0,
      print: () => {
        Object.assign(window, { dicetak: Number(Reflect.get(window, 'dicetak')) + 1 })
      },
    })
  })
const printed = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'dicetak')))
const title = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
const amount = (page: Page) => page.getByRole('textbox', { name: 'Jumlah' })

test.beforeEach(({ page }) => catchPrint(page))

test(
  'completes login to printed receipt by mouse',
  { tag: '@smoke' },
  async ({ page, open, api }) => {
    test.setTimeout(240_000)
    await open('/auth/login')
    await page.getByLabel('Username atau email').fill('admin')
    await page.locator('input[type=password]').fill(password)
    await page.getByRole('button', { name: 'Login' }).click()

    const menu = page.getByRole('navigation', { name: 'Menu utama' })
    await menu.getByRole('button', { name: 'Tagihan' }).click()
    await menu.getByRole('link', { name: 'Generate Tagihan' }).click()
    await title(page, 'Generate Tagihan')
    await page.getByRole('button', { name: 'Lihat pratinjau' }).click()
    await page.waitForURL(/periode=\d{4}-\d\d/)
    const periode = /periode=([\d-]+)/.exec(page.url())?.[1] ?? ''
    await expect(page.getByText('Akan dibuat').first()).toBeVisible()
    await page.getByRole('button', { name: 'Buat draft' }).dblclick()
    await page.getByRole('button', { name: 'Terbitkan semua' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Terbitkan', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Menerbitkan tagihan' })
    await expect(dialog.getByText(/^\d+ berhasil, 0 gagal$/)).toBeVisible({ timeout: 30_000 })
    await dialog.getByRole('link', { name: 'Lihat tagihan belum terbayar' }).click()
    await title(page, 'Tagihan Belum Terbayar')

    // Generating the same month again must find nothing to bill.
    await open(`/billing/generate?periode=${periode}&langkah=pratinjau`)
    await expect(page.getByText('Tidak ada yang perlu dibuat')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Buat draft' })).toBeDisabled()

    // Finds the bill of a family with no other open bill, so that an overpayment cannot go to
    // another bill.
    const { data } = await api('admin').get<Bill[]>(
      `/billing?periode=${periode}&payment_status=0&status=1&batal=0&per-page=100`,
    )
    let bill: Bill | undefined
    for (const candidate of data) {
      const info = (
        await api('admin').get<Info>(`/user/info-billing?id=${candidate.akun_billing_id}`)
      ).data
      if (info.belum_terbayar.jumlah === 1 && info.terbayar_sebagian.jumlah === 0) {
        bill = candidate
        break
      }
    }
    if (!bill) throw new Error('No family of the demo school has just one open bill')

    await open('/billing/unpaid')
    // Waits for the heading, because the previous page shows until the rows have loaded, and has a
    // search box as well.
    await title(page, 'Tagihan Belum Terbayar')
    await page.getByLabel('Cari', { exact: true }).fill(bill.nomor)
    await page.getByRole('row').filter({ hasText: bill.nomor }).click()
    await title(page, 'Detail Tagihan')
    await page.getByRole('button', { name: 'Bayar', exact: true }).click()
    await title(page, 'Tambah Pembayaran Baru')
    await expect(amount(page)).toHaveValue(formatRupiah(bill.sisa).replace('Rp', 'Rp '))
    await amount(page).fill('100000')
    await page.getByRole('button', { name: 'Terima & cetak' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Terima' }).click()
    await title(page, 'Cetak Kuitansi')
    await page
      .getByRole('status')
      .getByRole('link', { name: /^Pembayaran KW/ })
      .click()
    await title(page, 'Detail Pembayaran')
    await page.getByRole('link', { name: bill.nomor }).click()
    await title(page, 'Detail Tagihan')
    await expect(page.getByText('Terbayar sebagian').first()).toBeVisible()

    const total = bill.sisa - 100_000 + 50_000
    await page.getByRole('button', { name: 'Bayar', exact: true }).click()
    await expect(amount(page)).toHaveValue(formatRupiah(bill.sisa - 100_000).replace('Rp', 'Rp '))
    await amount(page).fill(String(total))
    await expect(page.getByText('Ke saldo: Rp50.000')).toBeVisible()
    await page.getByRole('button', { name: 'Terima & cetak' }).click()
    await expect(page.getByRole('dialog')).toContainText('saldo Rp50.000')
    await page.getByRole('dialog').getByRole('button', { name: 'Terima' }).dblclick()
    await title(page, 'Cetak Kuitansi')
    const paper = page.getByRole('article')
    await expect(paper.getByRole('heading', { name: 'KWITANSI', exact: true })).toBeVisible()
    await expect(paper).toContainText(terbilang(total))
    await expect(paper).toContainText(formatRupiah(total))
    await expect(paper).toContainText(bill.nomor)
    await expect(paper).toContainText('Titipan saldo')
    await page.getByLabel('Ukuran kertas').selectOption('A5')
    await expect(paper).toHaveAttribute('data-size', 'A5')
    await page.getByRole('button', { name: 'Cetak', exact: true }).click()
    await expect.poll(() => printed(page)).toBe(1)

    const after = (
      await api('admin').get<Bill & { payment_status: number; terbayar: number }>(
        `/billing/view?id=${bill.id}`,
      )
    ).data
    expect([after.sisa, after.payment_status]).toEqual([0, 2])
    const receipts = await api('admin').get<unknown[]>(`/billing-payment?billing_id=${bill.id}`)
    expect(receipts.data).toHaveLength(2)
    expect(
      (
        await api('admin').get<{ saldo_kredit: number }>(
          `/user/info-billing?id=${bill.akun_billing_id}`,
        )
      ).data.saldo_kredit,
    ).toBeGreaterThanOrEqual(50_000)
  },
)

test('completes the flow by keyboard alone', async ({ page, open }) => {
  test.setTimeout(240_000)
  const press = (...keys: string[]) =>
    keys.reduce<Promise<void>>(
      (before, key) => before.then(() => page.keyboard.press(key)),
      Promise.resolve(),
    )
  /** Presses Tab until the control has the focus. */
  const reach = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let i = 0; i < 150; i++) {
      if (await target.evaluate((e) => e === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${String(target)}`)
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  /** Presses a button of a confirmation dialog, in which `Batal` (cancel) has the initial focus. */
  const accept = async (name: string) => {
    await expect(
      page.getByRole('dialog').getByRole('button', { name: 'Batal', exact: true }),
    ).toBeFocused()
    await reach(page.getByRole('dialog').getByRole('button', { name, exact: true }))
    await press('Enter')
  }

  await open('/auth/login')
  await reach(page.getByLabel('Username atau email'))
  await page.keyboard.type('admin')
  await reach(page.locator('input[type=password]'))
  await page.keyboard.type(password)
  await press('Enter')
  const menu = page.getByRole('navigation', { name: 'Menu utama' })
  await reach(menu.getByRole('button', { name: 'Tagihan' }))
  await press('Enter')
  await reach(menu.getByRole('link', { name: 'Generate Tagihan' }))
  await press('Enter')
  await title(page, 'Generate Tagihan')
  await reach(page.getByLabel('Periode'))
  await press('End')
  // In each step of the wizard, the heading must get the focus, because the button that was pressed
  // no longer exists.
  const step = (name: string) =>
    expect(page.getByRole('heading', { level: 2, name })).toBeFocused({ timeout: 30_000 })
  await reach(button('Lihat pratinjau'))
  await press('Enter')
  await step('Langkah 2 dari 4: Pratinjau')
  await reach(button('Buat draft'))
  await press('Enter')
  await step('Langkah 4 dari 4: Terbit')
  await reach(button('Terbitkan semua'))
  await press('Enter')
  await accept('Terbitkan')
  const dialog = page.getByRole('dialog', { name: 'Menerbitkan tagihan' })
  await expect(dialog.getByText(/^\d+ berhasil, 0 gagal$/)).toBeVisible({ timeout: 30_000 })
  await reach(dialog.getByRole('link', { name: 'Lihat tagihan belum terbayar' }))
  await press('Enter')
  await title(page, 'Tagihan Belum Terbayar')
  await expect(page.getByRole('table')).toBeVisible()
  await press('j', 'Enter')
  await title(page, 'Detail Tagihan')
  await reach(button('Bayar'))
  await press('Enter')
  await title(page, 'Tambah Pembayaran Baru')
  await expect(page.getByText('Ke saldo: Rp0')).toBeVisible()
  await reach(page.getByRole('textbox', { name: 'Uang diterima' }))
  await page.keyboard.type('9000000')
  await press('Enter')
  await title(page, 'Cetak Kuitansi')
  await expect(page.getByRole('article')).toContainText('rupiah')
  await expect(button('Cetak')).toBeFocused()
  await press('Enter')
  await expect.poll(() => printed(page)).toBe(1)
})

test.describe('rejected payments', () => {
  test.use({ role: 'admin', allowErrors: [/status of 422/] })

  test('rejects an amount above the bill and a future date', async ({ page, open, api }) => {
    const [bill] = (
      await api('admin').get<Bill[]>('/billing?payment_status=0&status=1&batal=0&sort=jatuh_tempo')
    ).data
    if (!bill) throw new Error('The demo school has no unpaid bill')
    await open(`/billing-payment/form?billing_id=${bill.id}`)
    const part = page.getByRole('textbox', { name: `Dibayar ${bill.nomor}` })
    await part.fill(String(bill.sisa + 1))
    await expect(page.getByText('Melebihi sisa tagihan')).toBeVisible()
    await amount(page).fill(String(bill.sisa))
    await expect(page.getByText('Melebihi sisa tagihan')).toBeHidden()
    await page.getByLabel('Tanggal').fill('2030-01-01')
    await page.getByRole('button', { name: 'Terima & cetak' }).click()
    await expect(page.getByText('Tidak boleh setelah hari ini')).toBeVisible()
    await expect(page.getByLabel('Tanggal')).toBeFocused()
    expect(
      (await api('admin').get<unknown[]>(`/billing-payment?billing_id=${bill.id}&batal=0`)).data,
    ).toHaveLength(0)
  })
})
