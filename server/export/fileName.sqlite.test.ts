/** Tests that an exported file is named after the kind of its rows, its filters and the day. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentDay } from '#contract/values/tanggal.ts'
import { setSetting } from '#mocks/people/family.ts'
import { makeSchool, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

test.each([
  ['/user/ekspor?jenis=peserta', 'peserta', 'csv'],
  ['/user/ekspor?jenis=pelatih&format=xlsx', 'pelatih', 'xlsx'],
  ['/user/ekspor?filter[jenis]=akun-billing', 'akun-billing', 'csv'],
  ['/user/ekspor?jenis=pendaftar-mandiri', 'pendaftar-mandiri', 'csv'],
  ['/user/ekspor', 'users', 'csv'],
  ['/billing/ekspor?status=1', 'tagihan-terbit', 'csv'],
  [
    '/billing/ekspor?filter[payment_status]=0&gedung_id=1',
    'tagihan-belum-terbayar-nada-jakarta',
    'csv',
  ],
  ['/billing-payment/ekspor?format=xlsx', 'pembayaran', 'xlsx'],
  ['/produk-jasa/ekspor', 'produk-jasa', 'csv'],
])('%s', async (path, name, format) => {
  const { headers } = await s.superadmin.bytes(path)
  expect(headers.get('Content-Disposition')).toBe(
    `attachment; filename="${name}-${currentDay()}.${format}"`,
  )
})

test('names a card machine as the school does', async () => {
  await setSetting(s, 'label_metode_2', 'EDC Melati')
  const { headers } = await s.superadmin.bytes('/billing-payment/ekspor?metode=2')
  expect(headers.get('Content-Disposition')).toContain('"pembayaran-edc-melati-')
})
