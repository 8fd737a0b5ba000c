/** Coach pay of a month, from the rate to the payslip, and the notice for the coach. */
import type { Page } from '@playwright/test'
import { check } from '../accessible.ts'
import { expect, goto, test } from '../fixtures.ts'

test.use({ role: 'admin' })

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
interface Slip {
  id: number
  pelatih_id: number
  periode: string
  total: number
}

test('reprices a draft by a rate, finalises and pays it; opens it from the coach’s bell', async ({
  page,
  open,
  api,
  server,
  browser,
}) => {
  const { data: coach } = await api('pelatih').get<{ id: number }>('/profile')
  const { data: slips } = await api('admin').get<Slip[]>(
    `/honor-periode?pelatih_id=${coach.id}&status=draft&sort=-periode`,
  )
  const [slip] = slips
  if (!slip) throw new Error('the demo coach has no draft')

  await open(`/user/view?id=${coach.id}&tab=honor`)
  await page.getByRole('button', { name: 'Tambah Tarif' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Honor per Pertemuan').fill('95000')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Rp95.000 per pertemuan')).toBeVisible()

  await open(`/honor-periode/view?id=${slip.id}`)
  await expect(h1(page)).toHaveText('Detail Honor Guru')
  await expect(page.getByText('Rp95.000 per pertemuan').first()).toBeVisible()
  await check(page, 'an honour')
  // Computes the coach pay again with the new rate.
  await page.getByRole('button', { name: 'Hitung ulang' }).click()
  await expect(page.getByRole('button', { name: 'Hitung ulang' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Finalkan' }).click()
  await dialog.getByRole('button', { name: 'Finalkan' }).click()
  await page.getByRole('button', { name: 'Catat pembayaran' }).click()
  await dialog.getByLabel('Metode').selectOption('0')
  await expect(dialog.getByLabel('Dari Bank')).toHaveCount(0)
  await dialog.getByRole('button', { name: /^Catat Rp/ }).click()
  await expect(page.getByText('Tanggal Bayar')).toBeVisible()

  const context = await browser.newContext({
    viewport: { width: 320, height: 740 },
    storageState: {
      cookies: [],
      origins: [
        {
          origin: server.url,
          localStorage: [{ name: 'token', value: await api('pelatih').token() }],
        },
      ],
    },
  })
  const phone = await context.newPage()
  await goto(phone, server.url, '/portal/pelatih')
  await phone.getByRole('button', { name: /^Notifikasi, \d+ belum dibaca$/ }).click()
  const panel = phone.getByRole('group', { name: 'Notifikasi' })
  await check(phone, 'the bell')
  await panel.getByRole('link', { name: / dibayar$/ }).click()
  await expect(h1(phone)).toHaveText('Detail Honor Guru')
  await expect(phone.getByRole('button', { name: 'Finalkan' })).toHaveCount(0)
  await phone.getByRole('button', { name: /^Notifikasi/ }).click()
  await panel.getByRole('button', { name: 'Tandai semua dibaca' }).click()
  await expect(phone.getByRole('button', { name: 'Notifikasi', exact: true })).toBeVisible()
  await goto(phone, server.url, `/honor-periode/print?id=${slip.id}`)
  await expect(phone.getByRole('heading', { name: 'SLIP HONOR', exact: true })).toBeVisible()
  await context.close()
})
