/** The names that a school gives its card machines appear wherever a method of payment is shown. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { makeBill, setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

test('shows the own name of a card machine in every file and report', async () => {
  await setSetting(s, 'label_metode_2', 'EDC Melati')
  const bank = await s.superadmin.post<{ id: number }>('/bank/create', {
    nama_bank: 'Mesin depan',
    no_rekening: 'TID 1',
    atas_nama: 'Sekolah',
    tipe: 'edc',
    metode: MetodePembayaran.mesinDuaBank,
  })
  const bill = await makeBill(s, s.ids.akun, 300_000)
  must(
    await s.superadmin.post('/billing-payment/create', {
      akun_billing_id: s.ids.akun,
      gedung_id: s.ids.gedung,
      tanggal: currentDay(),
      metode: MetodePembayaran.mesinDuaBank,
      bank_id: must(bank).id,
      referensi: '123456',
      jumlah: 300_000,
      alokasi: [{ billing_id: bill, jumlah: 300_000 }],
    }),
  )
  const days = `dari=${currentDay()}&sampai=${currentDay()}`
  const files = [
    '/billing-payment/ekspor',
    '/bank/ekspor',
    `/laporan/pendapatan/ekspor?basis=kas&kelompok=metode&${days}`,
    `/laporan/pendapatan?basis=kas&kelompok=bulan&metode=2&${days}`,
  ]
  for (const path of files) {
    const { status, data } = await s.superadmin.bytes(path)
    expect(status, `${path} ${data}`).toBe(200)
    expect(data.toString(), path).toContain('EDC Melati')
    expect(data.toString(), path).not.toContain('Mesin kartu (dua bank)')
  }
})
