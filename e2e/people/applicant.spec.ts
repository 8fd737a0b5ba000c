/**
 * Online registration: a family registers on a phone, a sales person takes over the applicant and
 * completes the data, and the family sees the progress.
 */
import { expect, goto, test } from '../fixtures.ts'

test.use({
  role: null,
  viewport: { width: 375, height: 740 },
  hasTouch: true,
  allowErrors: [/\b401\b/],
})

test('claims and completes an applicant, who is informed at sign-in', async ({
  page,
  open,
  api,
  browser,
  server,
}) => {
  const settings = (await api('superadmin').get<{ key: string; versi: number }[]>('/setting')).data
  const versi = settings.find((row) => row.key === 'pendaftar_pembagian')?.versi
  await api('superadmin').post('/setting/simpan', {
    perubahan: [{ key: 'pendaftar_pembagian', value: 'diambil', versi }],
  })
  const { id } = (await api('sales').get<{ id: number }>('/profile')).data
  const seller = await api('admin').get<{ gedung_id: number }>(`/user/view?id=${id}`)

  await open('/auth/register')
  await page.getByLabel('Nama Lengkap').fill('Sekar Ayuningtyas')
  await page.getByLabel('Tanggal Lahir').fill('1996-05-06')
  await page.getByLabel('No. HP / WhatsApp').fill('0812-5555-7890')
  await page.getByLabel('Email').fill('sekar@contoh.id')
  await page.locator('[name=password]').fill('sandi sekar 1')
  await page.getByLabel('Outlet').selectOption(String(seller.data.gedung_id))
  await page.getByRole('switch', { name: /Saya menyetujui/ }).check()
  await page.getByRole('button', { name: 'Daftar' }).click()
  await expect(page.getByRole('heading', { name: 'Selanjutnya', exact: true })).toBeVisible()

  const staff = await browser.newContext()
  const desk = await staff.newPage()
  const token = await api('sales').token()
  await desk.addInitScript((value) => localStorage.setItem('token', value), token)
  await goto(desk, server.url, '/sales/pendaftar-mandiri')
  const row = desk.locator('tbody tr[data-id]').filter({ hasText: 'Sekar Ayuningtyas' })
  await expect(row).toContainText('Menunggu sales')
  await row.getByText('Sekar Ayuningtyas').click()
  await desk.getByRole('button', { name: 'Ambil' }).click()
  await desk.getByLabel('Jenis Kelamin').selectOption('Perempuan')
  await desk.getByRole('button', { name: 'Simpan sebagai lengkap' }).click()
  await expect(desk.getByText('Siap diaktivasi')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Aktivasi' })).toBeVisible()
  await staff.close()

  await open('/auth/login')
  await page.getByLabel('Username atau email').fill('sekar@contoh.id')
  await page.locator('[name=password]').fill('sandi sekar 1')
  await page.getByRole('button', { name: 'Login' }).click()
  const state = page.getByRole('status').filter({ hasText: 'Data pendaftaran Anda' })
  await expect(state).toContainText('sudah lengkap')
})
