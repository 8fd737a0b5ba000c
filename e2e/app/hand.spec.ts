/**
 * Tests that usability problems do not return. They were found by doing the work of a month by
 * hand.
 */
import { expect, test } from '../fixtures.ts'

test.use({ role: 'admin' })

test('keeps a changed form when the user types an address and then stays', async ({
  page,
  open,
}) => {
  await open('/promo')
  await expect(page.locator('tr[data-id]').first()).toBeVisible()
  await page.getByRole('button', { name: 'Tambah' }).click()
  await page.getByLabel('Nama Promo').fill('Akhir Tahun')
  for (const route of ['/user/peserta', '/kursus']) {
    await open(route)
    await expect(page.getByText('Tinggalkan isian?')).toBeVisible()
    await page.getByRole('button', { name: 'Tetap di sini' }).click()
    await expect(page).toHaveURL(/#\/promo$/)
    await expect(page.getByLabel('Nama Promo')).toHaveValue('Akhir Tahun')
  }
  await open('/user/peserta')
  await page.getByRole('button', { name: 'Tinggalkan' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Peserta', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Promo', exact: true })).toBeVisible()
})

/**
 * Fields of an unpaid bill that the test needs to find a payer with several bills due on one day.
 */
interface OpenBill {
  id: number
  nomor: string
  jatuh_tempo: string
  akun_billing_id: number
  sisa: number
}

test('allocates a payment to the open bills in their displayed order', async ({
  page,
  open,
  api,
}) => {
  const { data } = await api('admin').get<OpenBill[]>(
    '/billing?status=1&payment_status=0&per-page=100',
  )
  const sameDay = (a: OpenBill) =>
    data.filter((b) => b.akun_billing_id === a.akun_billing_id && b.jatuh_tempo === a.jatuh_tempo)
  const bills = data.map(sameDay).find((b) => b.length > 1) ?? []
  expect(bills.length).toBeGreaterThan(1)
  await open(`/billing-payment/form?akun_billing_id=${bills[0]?.akun_billing_id}`)
  await expect(page.getByRole('table', { name: /Tagihan terbuka/ })).toBeVisible()
  await page.getByLabel('Jumlah *').fill('1000')
  const paid = page.getByRole('table', { name: /Tagihan terbuka/ }).getByRole('textbox')
  await expect(paid.first()).toHaveValue('Rp 1.000')
  const rows = await page.getByRole('row').allInnerTexts()
  const numbers = rows.flatMap((row) => /INV\/[\d/]+/.exec(row)?.[0] ?? [])
  const ownNumbers = numbers.filter((n) => bills.some((b) => b.nomor === n))
  expect(ownNumbers.length).toBeGreaterThan(1)
  expect(ownNumbers).toEqual(ownNumbers.toSorted())
})

test('leads from a student to a bill of their payer', async ({ page, open, api }) => {
  const { data } = await api('admin').get<{ id: number; akun_billing: { name: string } | null }[]>(
    '/user?jenis=peserta&status=10&per-page=20&expand=akun_billing',
  )
  const student = data.find((u) => u.akun_billing)
  await open(`/user/view?id=${student?.id}`)
  await page.getByRole('button', { name: 'Aksi lain' }).click()
  await page.getByRole('menuitem', { name: 'Buat Tagihan' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Buat Tagihan')
  await expect(page.getByRole('combobox', { name: 'Akun Billing' })).toHaveValue(
    student?.akun_billing?.name ?? '',
  )
})

test('names the outlet when deleting a room whose name exists in two outlets', async ({
  page,
  open,
}) => {
  const question = page.getByRole('dialog', { name: /^Hapus Studio 1/ })
  await open('/ruang?q=studio%201')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kelola Ruang')
  const row = page.locator('tr[data-id]', { hasText: 'Nada Panakkukang' })
  await row.getByRole('button', { name: 'Aksi Studio 1' }).click()
  await page.getByRole('menuitem', { name: 'Hapus' }).click()
  await expect(question).toContainText('Ruang Studio 1 di Nada Panakkukang akan dihapus.')
  await question.getByRole('button', { name: 'Batal' }).click()
  await row.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Detail Ruang')
  await page.getByRole('button', { name: 'Hapus' }).click()
  await expect(question).toContainText('Ruang Studio 1 di Nada Panakkukang akan dihapus.')
})

test.describe('rejected input', () => {
  test.use({ allowErrors: [/\b422\b/] })

  test('asks for the reason of tuition without a course at its own field and focuses it', async ({
    page,
    open,
    api,
  }) => {
    const { data } = await api('admin').get<
      { id: number; akun_billing_id: number; name: string }[]
    >('/user?jenis=peserta&status=10&per-page=5')
    const student = data.find((u) => u.akun_billing_id)
    await open(`/billing/form?akun_billing_id=${student?.akun_billing_id}`)
    const pick = async (name: string | RegExp, text: string) => {
      await page.getByRole('combobox', { name }).fill(text)
      // Finds the option by its text, because the previous list of options may still fade out and
      // has a selected option as well.
      await expect(page.locator('[data-combobox-selected]', { hasText: text })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('combobox', { name })).toHaveValue(new RegExp(text))
    }
    await pick('Jenis Billing', 'Kursus')
    await pick(/^Peserta/, student?.name ?? '')
    await page.getByLabel('Deskripsi').fill('Les percobaan')
    await page.getByLabel('Harga Satuan').fill('150000')
    await page.getByRole('button', { name: 'Simpan' }).click()
    const reason = page.getByLabel('Alasan Tanpa Jadwal')
    await expect(reason).toBeFocused()
    await expect(reason).toHaveAccessibleDescription(/tulis alasan tanpa jadwal/)
    await reason.fill('Percobaan sebelum mendaftar')
    await page.getByRole('button', { name: 'Simpan' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Detail Tagihan')
    await expect(page.getByRole('main')).toContainText('Tanpa jadwal: Percobaan sebelum mendaftar')
  })
})

test('stays at the wrong field on a double click on Simpan', async ({ page, open }) => {
  await open('/user/create?role_id=6')
  const name = page.getByLabel('Nama *', { exact: true })
  await expect(name).toBeFocused()
  await page.getByRole('button', { name: 'Simpan' }).dblclick()
  await expect(page.getByText('Wajib diisi').first()).toBeVisible()
  await expect(name).toBeFocused()
})
