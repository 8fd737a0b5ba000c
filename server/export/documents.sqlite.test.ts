/**
 * Tests that exported rows refer to documents by their numbers, and that a file can have the
 * columns and totals of a screen.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { makeAkun, makeBill, makePeserta } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { readSheet } from '#server/import/sheets/sheet.ts'

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

test('exports the columns of a screen with student, phone, days overdue and totals', async () => {
  const akun = await makeAkun(s)
  const peserta_id = await makePeserta(s, akun, s.ids.gedung)
  const items = (harga_satuan: number) => ({
    items: [{ jenis_billing_id: s.ids.jenis, peserta_id, deskripsi: 'Buku', harga_satuan }],
  })
  const late = await makeBill(s, akun, 0, items(30_000))
  await makeBill(s, akun, 0, items(50_000))
  const cancelled = await makeBill(s, akun, 0, items(70_000))
  must(await s.superadmin.post(`/billing/batalkan?id=${cancelled}`, { alasan: 'Salah orang ini' }))
  await s.db
    .updateTable('billing')
    .set({ jatuh_tempo: addDays(currentDay(), -62) })
    .where('id', '=', late)
    .execute()
  const shown = 'kolom=sisa,nama_tagihan,tidak_ada,nomor,pesan_terakhir'
  const { data } = await s.superadmin.bytes(
    `/billing/ekspor?format=xlsx&akun_billing_id=${akun}&sort=jatuh_tempo&${shown}`,
  )
  const { rows } = readSheet(data, { rows: 100, columns: 100 })
  const texts = rows.map(({ cells }) => Object.fromEntries(cells))
  const { name } = must(await s.superadmin.get<{ name: string }>(`/user/view?id=${peserta_id}`))
  const { phone } = must(await s.superadmin.get<{ phone: string }>(`/user/view?id=${akun}`))
  expect(Object.values(texts[0]!)).toEqual([
    'Sisa',
    'Nama Tagihan',
    'Nomor',
    'Pesan Terakhir (WIB)',
    'Peserta',
    'Telepon Pembayar',
    'Hari Lewat',
  ])
  expect(texts[1]).toMatchObject({ 0: 30_000, 4: name, 5: phone, 6: 62 })
  expect(texts[2]).toMatchObject({ 4: name, 5: phone })
  expect(texts[2]).not.toHaveProperty('6')
  expect(texts).toHaveLength(5)
  expect(texts.at(-1)).toEqual({ 0: 80_000 })
})
