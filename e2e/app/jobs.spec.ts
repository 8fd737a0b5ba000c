/**
 * Tab of the settings with the jobs of the server: a job that is started by keyboard, a running
 * job, and a failed job.
 */
import type { Page } from '@playwright/test'
import { check } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'

test.use({ role: 'superadmin' })
const job = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const runNow = (page: Page, name: string) =>
  job(page, name).getByRole('button', { name: 'Jalankan sekarang' })

test('runs a job by keyboard, shows its result and lists the new backup as the last one', async ({
  page,
  open,
}) => {
  await open('/setting?tab=pekerjaan')
  await expect(job(page, 'Pemeriksaan data')).toContainText(/Berikutnya.* 03\.00 WIB/)
  await runNow(page, 'Pemeriksaan data').focus()
  await page.keyboard.press('Enter')
  await expect(job(page, 'Pemeriksaan data')).toContainText(/Semua \d+ aturan dipenuhi\./)
  await expect(job(page, 'Pemeriksaan data')).toContainText('oleh Superadmin')
  await expect(page.getByText('Pemeriksaan data: berhasil')).toBeVisible()
  await expect(runNow(page, 'Pemeriksaan data')).toBeFocused()

  await expect(job(page, 'Cadangan')).toContainText('Nyalakan Cadangan otomatis')
  await runNow(page, 'Cadangan').click()
  await expect(job(page, 'Cadangan')).toContainText(/tersimpan 1, dihapus 0/, { timeout: 60_000 })
  await expect(page.getByText('Cadangan terakhir: baru saja')).toBeVisible()
  await check(page, 'the jobs', 'all', 'main')

  await page.getByRole('tab', { name: 'Cadangan', exact: true }).click()
  await page.getByLabel('Cadangan otomatis').check()
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(page.getByText('Cadangan otomatis disimpan')).toBeVisible()
  await page.getByRole('tab', { name: 'Pekerjaan', exact: true }).click()
  await expect(job(page, 'Cadangan')).toContainText(/Berikutnya.* 01\.30 WIB/)
})

test('shows a running job until it ends, and a failure in words, also on a phone', async ({
  page,
  open,
}) => {
  const failed = {
    mulai: '2026-11-20T20:00:00.000Z',
    selesai: '2026-11-20T20:30:00.000Z',
    hasil: 'lewat_waktu',
    ringkasan: null,
    galat: 'Belum selesai setelah 30 menit, lalu dihentikan.',
    oleh: null,
  }
  let runs = true
  await page.route(
    (url) => url.pathname === '/api/pekerjaan',
    async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { data: { nama: string }[] }
      const data = answer.data.map((entry) => {
        if (entry.nama === 'integritas')
          return { ...entry, terakhir: failed, berhasil_terakhir: '2026-11-19T20:00:04.000Z' }
        const berjalan = { mulai: new Date().toISOString(), oleh: 'Superadmin' }
        return entry.nama === 'pembersihan' && runs ? { ...entry, berjalan } : entry
      })
      await route.fulfill({ response, json: { ...answer, data } })
    },
  )
  await page.setViewportSize({ width: 320, height: 800 })
  await open('/setting?tab=pekerjaan')
  const tidying = job(page, 'Pembersihan')
  await expect(tidying.getByRole('status')).toContainText(
    /Sedang berjalan sejak .* oleh Superadmin/,
  )
  await expect(runNow(page, 'Pembersihan')).toHaveAttribute('aria-disabled', 'true')
  const money = job(page, 'Pemeriksaan data')
  await expect(money).toContainText('Lewat waktu')
  await expect(money).toContainText('Belum selesai setelah 30 menit, lalu dihentikan.')
  await expect(money).toContainText('Terakhir berhasil20 Nov 2026 03.00 WIB')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await check(page, 'the jobs', 'all', 'main')
  }
  runs = false
  await expect(tidying.getByRole('status')).toBeEmpty()
  await expect(runNow(page, 'Pembersihan')).not.toHaveAttribute('aria-disabled')
})
