/** Product on a bill: publishing the bill reduces the stock, and voiding the bill restores it. */
import { expect, take, test } from '../fixtures.ts'

test.use({ role: 'admin' })

test('reduces stock on publishing, restores it on voiding, names the bill in its history', async ({
  page,
  open,
  api,
}) => {
  const { post, get } = api('superadmin')
  const [outlet] = (await get<{ id: number; nama: string }[]>('/gedung?sort=nama')).data
  const [akun] = (await get<{ id: number }[]>('/user?jenis=akun-billing&per-page=1')).data
  await open('/produk-jasa-lainnya')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Produk & Jasa Lainnya')
  await page.getByRole('button', { name: 'Tambah' }).click()
  const form = page.getByRole('dialog', { name: 'Tambah Produk & Jasa' })
  await form.getByLabel('Nama').fill('Kapo gitar')
  await form.getByLabel('Kode').fill('KAPO')
  await form
    .getByLabel(/^Jenis Billing/)
    .and(form.locator('input'))
    .fill('Produk')
  await page.getByRole('listbox').getByRole('option', { name: 'Produk' }).first().click()
  await form.getByLabel('Harga').fill('50000')
  await form.getByLabel('Stok').fill('3')
  await form.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByRole('row', { name: /Kapo gitar/ })).toContainText('Rp50.000')

  await open(`/billing/form?akun_billing_id=${akun?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Buat Tagihan')
  const place = page.getByLabel(/^Outlet/).and(page.locator('input'))
  // Waits until the outlet field shows the name of the outlet that the form preselects.
  await expect(place).not.toHaveValue('')
  await place.fill(outlet?.nama ?? '')
  await take(page, outlet?.nama ?? '')
  await page.getByLabel('Jatuh Tempo').fill('2099-12-31')
  await page.getByRole('button', { name: 'Tambah produk' }).click()
  await page.getByLabel('Produk atau jasa').and(page.locator('input')).fill('kapo')
  await take(page, /Kapo gitar/)
  // The chosen product replaces the empty first bill line, and its quantity field gets the focus.
  await expect(page.getByLabel('Jumlah', { exact: true })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('4')
  await expect(
    page.getByText('Kapo gitar: stok tinggal 3, tagihan belum dapat diterbitkan'),
  ).toBeVisible()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('2')
  await expect(page.getByText('Kapo gitar · stok 3')).toBeVisible()
  // The form itself rejects the year 2099, without a call of the API.
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText(/^Isi antara 1 Januari 2018 dan /)).toBeVisible()
  await page.getByLabel('Jatuh Tempo').fill('2030-12-31')
  const count = async () =>
    (await get<{ jumlah_baris: number }>(`/billing/total?akun_billing_id=${akun?.id}`)).data
      .jumlah_baris
  const before = await count()
  await page.getByRole('button', { name: 'Simpan' }).dblclick()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Detail Tagihan')
  expect(await count()).toBe(before + 1)
  await page.getByRole('button', { name: 'Terbitkan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Terbitkan' }).click()
  await expect(page.getByText(/Tagihan INV\S+ diterbitkan/)).toBeVisible()
  const stok = async () =>
    (await get<{ id: number; stok: number }[]>('/produk-jasa?q=kapo')).data[0]
  const product = await stok()
  expect(product?.stok).toBe(1)

  const [bill] = (
    await get<{ id: number }[]>(`/billing?akun_billing_id=${akun?.id}&sort=-created_at&per-page=1`)
  ).data
  expect(
    (await post(`/billing/batalkan?id=${bill?.id}`, { alasan: 'Salah barang, dikembalikan' }))
      .status,
  ).toBe(200)
  await open('/produk-jasa-lainnya?q=kapo')
  await expect(page.getByRole('row', { name: /Kapo gitar/ })).toContainText('3')
  await page.getByRole('button', { name: 'Aksi Kapo gitar' }).click()
  await page.getByRole('menuitem', { name: 'Riwayat' }).click()
  const history = page.getByRole('dialog', { name: 'Riwayat Kapo gitar' })
  await expect(
    history.getByRole('listitem').filter({ hasText: 'membatalkan penjualan' }),
  ).toContainText(/INV/)
  await expect(history.getByRole('listitem').filter({ hasText: 'menjual' })).toContainText(/INV/)
})
