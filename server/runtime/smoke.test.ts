import { afterAll, beforeAll, expect, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

test('generates, publishes, pays and prints a month', async () => {
  const preview = must(await s.admin.post('/billing/pratinjau', { periode: '2026-11' }))
  expect(preview.ringkasan).toMatchObject({ tagihan: 2, baris: 3, total: 1_500_000 })
  const batch = must(await s.admin.post('/billing/generate', { periode: '2026-11' }))
  expect(batch).toMatchObject({ dibuat: 2, dilewati: 0 })
  const published = must(
    await s.admin.post('/billing/terbitkan-banyak', { generate_batch_id: batch.generate_batch_id }),
  )
  expect(published).toMatchObject({ berhasil: 2, gagal: [], tersisa: 0 })
  const list = await s.admin.get(
    '/billing?status=1&payment_status=0&sort=nomor&expand=items,akun_billing',
  )
  expect(list.headers.get('x-pagination-total-count')).toBe('2')
  expect(list.data[0]).toMatchObject({
    total: 1_000_000,
    sisa: 1_000_000,
    items: [{ jumlah: 500_000 }, { jumlah: 500_000 }],
  })
  const payment = must(
    await s.admin.post('/billing-payment/create', {
      akun_billing_id: s.ids.akun,
      tanggal: '2026-11-02',
      metode: MetodePembayaran.tunai,
      jumlah: 1_200_000,
    }),
  )
  expect(payment).toMatchObject({
    dialokasikan: 1_000_000,
    ke_saldo: 200_000,
    pembayar_nama: 'Fajar Santoso',
  })
  expect(must(await s.admin.get(`/user/info-billing?id=${s.ids.akun}`))).toMatchObject({
    saldo_kredit: 200_000,
    lunas: { jumlah: 1 },
  })
  must(
    await s.admin.post(`/billing-payment/batalkan?id=${payment.id}`, {
      alasan: 'Salah catat jumlahnya',
    }),
  )
  expect(must(await s.admin.get(`/user/info-billing?id=${s.ids.akun}`))).toMatchObject({
    saldo_kredit: 0,
    belum_terbayar: { jumlah: 1, sisa: 1_000_000 },
  })
  expect(must(await s.admin.get('/billing/total?status=1'))).toMatchObject({
    jumlah_baris: 2,
    total: 1_500_000,
    terbayar: 0,
  })
})
