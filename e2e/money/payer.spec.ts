/**
 * Forms that are opened for a payer: the URL contains the payer's id, and the form fills in further
 * fields from the payer's data.
 */
import { expect, password, test } from '../fixtures.ts'

test.use({ role: 'admin' })

interface Payer {
  id: number
  name: string
  phone: string
}

test('fills the guardian of a new child from the family, editable', async ({ page, open, api }) => {
  const { data } = await api('admin').get<Payer[]>('/user?jenis=akun-billing&status=10&per-page=2')
  const [family, otherPayer] = data
  await open(`/user/view?id=${family?.id}`)
  await page.getByRole('button', { name: 'Tambah Peserta' }).click()
  await expect(page.getByLabel('Nama *')).toBeVisible()
  const [name, phone] = [page.getByLabel('Nama Wali'), page.getByLabel('No. HP Wali')]
  await page.getByLabel('Tanggal Lahir').fill('05/03/2016')
  await page.getByLabel('Tanggal Lahir').blur()
  await expect(name).toHaveValue(family?.name ?? '')
  await expect(phone).not.toHaveValue('')
  const knownPhone = await phone.inputValue()
  expect(family?.phone).toContain(knownPhone.replace(/\D/g, '').replace(/^0/, ''))
  await name.fill('Nenek Uji')
  // Choosing another payer fills in the phone number of that payer, but keeps the typed name.
  const payer = page.getByRole('combobox', { name: 'Akun Billing' })
  await payer.fill(otherPayer?.name ?? '')
  await expect(
    page.locator('[data-combobox-selected]', { hasText: otherPayer?.name ?? '' }),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(phone).not.toHaveValue(knownPhone)
  await expect(name).toHaveValue('Nenek Uji')
})

test.describe('a payer of another outlet', () => {
  test.use({ role: null })

  test('is explained with a link to choose another', async ({ page, open, api }) => {
    const { data: key } = await api(null).post<{ key: string }>('/auth/login', {
      username: 'admin.makassar',
      password,
    })
    const headers = { authorization: `Bearer ${key.key}` }
    const everywhere = await api('admin').get<Payer[]>('/user?jenis=akun-billing&per-page=100')
    let foreign: Payer | undefined
    for (const payer of everywhere.data) {
      const path = `/user/pilihan?id=${payer.id}`
      const { data } = await api(null).get<unknown[]>(path, undefined, headers)
      if (data.length === 0) foreign = payer
      if (foreign) break
    }
    await open('/auth/login')
    await page.getByLabel('Username atau email').fill('admin.makassar')
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('button', { name: 'Menu pengguna' })).toBeVisible()
    for (const form of ['/billing/form', '/billing-payment/form', '/user/create']) {
      const more = form === '/user/create' ? 'role_id=6&' : ''
      await open(`${form}?${more}akun_billing_id=${foreign?.id}`)
      await expect(page.getByText(/Akun billing ini milik outlet lain/)).toBeVisible()
      await expect(page.getByText(`#${foreign?.id}`)).toHaveCount(0)
      await page.getByRole('link', { name: 'Pilih akun billing lain' }).click()
      await expect(page.getByRole('combobox', { name: /^Akun Billing/ })).toHaveValue('')
      await expect(page.getByRole('button', { name: /^(Simpan|Terima & cetak)$/ })).toBeVisible()
    }
  })
})
