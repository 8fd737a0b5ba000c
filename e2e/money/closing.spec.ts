/**
 * Cash closing in the evening: an admin counts the cash of an outlet, closes the day, prints the
 * closing, and reopens the day.
 */
import type { Page } from '@playwright/test'
import { currentDay } from '#contract/values/tanggal.ts'
import { expect, goto, test } from '../fixtures.ts'

test.use({ role: 'superadmin', allowErrors: [/422/] })

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })

test('counts cash by notes, closes with a reason, locks, prints and reopens', async ({
  page,
  open,
  api,
}) => {
  const { data: outlets } = await api('superadmin').get<{ id: number; nama: string }[]>(
    '/gedung?per-page=3&sort=nama',
  )
  const { data: closed } = await api('superadmin').get<{ gedung_id: number }[]>('/tutup-kas')
  const outlet = outlets.find(({ id }) => closed.every((c) => c.gedung_id !== id))
  if (!outlet) throw new Error('No outlet without closings')
  const { data: payers } = await api('superadmin').get<{ id: number }[]>(
    '/user?jenis=akun-billing&per-page=1',
  )
  const { data: now } = await api('superadmin').get<{ tunai: number }>(
    `/tutup-kas/pratinjau?gedung_id=${outlet.id}&tanggal=${currentDay()}`,
  )
  const pay = () =>
    api('superadmin').post(
      '/billing-payment/create',
      {
        akun_billing_id: payers[0]?.id,
        gedung_id: outlet.id,
        tanggal: today,
        metode: 0,
        jumlah: 150_000,
      },
      { 'idempotency-key': crypto.randomUUID() },
    )
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta' }).format(new Date())
  expect((await pay()).status).toBe(201)
  expect(now.tunai).toBe(0)

  await open(`/tutup-kas/form?gedung_id=${outlet.id}`)
  await expect(h1(page)).toHaveText('Tutup Kas Harian')
  await expect(page.getByRole('row', { name: /Tunai/ })).toContainText('Rp150.000')
  await page.getByLabel('Kas Awal').fill('200000')
  await page.getByRole('button', { name: 'Hitung per pecahan' }).click()
  await page.getByLabel('Rp100.000').fill('3')
  await page.getByLabel('Rp20.000').fill('2')
  await expect(page.getByLabel('Kas Dihitung')).toHaveValue('Rp 340.000')
  await expect(page.getByText('Kurang Rp10.000')).toBeVisible()
  await page.getByRole('button', { name: 'Tutup kas' }).click()
  await expect(page.getByText('Kas kurang Rp10.000: isi alasannya')).toBeVisible()
  await page.getByLabel('Alasan Selisih').fill('Kembalian salah hitung')
  await page.getByLabel('Disetor').fill('140000')
  await page.getByRole('button', { name: 'Tutup kas' }).click()
  await expect(h1(page)).toHaveText('Detail Tutup Kas')
  await expect(page.getByText('Kembalian salah hitung')).toBeVisible()
  const id = Number(/id=(\d+)/.exec(page.url())?.[1])
  expect((await pay()).status).toBe(409)

  await page.getByRole('button', { name: 'Cetak' }).click()
  await expect(page.getByRole('heading', { name: 'TUTUP KAS', exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /Selisih/ })).toContainText('-Rp10.000')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Unduh PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)

  await goto(page, new URL(page.url()).origin, `/tutup-kas/view?id=${id}`)
  await page.getByRole('button', { name: 'Buka kembali' }).click()
  await page.getByLabel('Alasan').fill('Uang ditemukan di laci bawah')
  await page.getByRole('dialog').getByRole('button', { name: 'Buka kembali' }).click()
  await expect(page.getByRole('note')).toContainText('Uang ditemukan di laci bawah')
  expect((await pay()).status).toBe(201)
  await goto(page, new URL(page.url()).origin, '/tutup-kas')
  await expect(page.getByRole('row', { name: new RegExp(outlet.nama) }).first()).toContainText(
    'Dibuka kembali',
  )
})
