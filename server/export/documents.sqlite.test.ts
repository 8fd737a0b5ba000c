/** Tests that exported rows refer to a bill or payment by its number. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentDay } from '#contract/values/tanggal.ts'
import { makeAkun, makeBill } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

/** Exports a CSV and returns the cell of a column in the first row that contains `text`. */
const cellOf = async (path: string, column: string, text: string): Promise<string | undefined> => {
  const { data } = await s.superadmin.bytes(path)
  const [head = '', ...rows] = data.toString().replace('\ufeff', '').trim().split('\n')
  const row = rows.find((line) => line.includes(text))
  return row?.split(',')[head.split(',').indexOf(column)]?.replaceAll('"', '')
}

test('shows the bill number in the sheet for a replaced bill, a saldo or a reminder', async () => {
  const akun = await makeAkun(s)
  const old = await makeBill(s, akun, 400_000)
  const { nomor } = must(await s.superadmin.get<{ nomor: string }>(`/billing/view?id=${old}`))
  const replaced = must(
    await s.superadmin.post<{ id: number }>(`/billing/terbit-ulang?id=${old}`, {
      alasan: 'Salah jumlah',
    }),
  )
  expect(await cellOf('/billing/ekspor', 'Menggantikan', `${replaced.id}`)).toBe(nomor)

  const paid = must(
    await s.superadmin.post<{ id: number; nomor: string }>('/billing-payment/create', {
      akun_billing_id: akun,
      gedung_id: s.ids.gedung,
      tanggal: currentDay(),
      metode: 0,
      jumlah: 90_000,
      alokasi: [],
    }),
  )
  const saldo = `/mutasi-saldo/ekspor?akun_billing_id=${akun}`
  expect(await cellOf(saldo, 'Pembayaran', '90000')).toBe(paid.nomor)

  const late = await makeBill(s, akun, 70_000)
  const bill = must(await s.superadmin.get<{ nomor: string }>(`/billing/view?id=${late}`))
  const time = new Date().toISOString()
  await s.db
    .insertInto('pengingat')
    .values({
      billing_id: late,
      gedung_id: s.ids.gedung,
      langkah: 3,
      status: 'menunggu',
      versi: 1,
      created_at: time,
      updated_at: time,
      cari: '',
    } as never)
    .execute()
  expect(await cellOf('/pengingat/ekspor', 'Tagihan', bill.nomor)).toBe(bill.nomor)
})
