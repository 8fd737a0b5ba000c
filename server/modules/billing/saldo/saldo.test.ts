/** Manual movements of saldo, credit notes and statements (domain.md 3.5, 3.6, 3.9). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Client } from '#mocks/api/api.ts'
import { pay, saldoOf, withLockedBooks } from '#mocks/money/payer.ts'
import { checkMoney, makeAkun, makeBill, makePeserta, setSetting } from '#mocks/people/family.ts'
import { pngOf } from '#mocks/pictures.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
  await setSetting(s, 'auto_pakai_saldo', false)
})
afterAll(() => s.close())

const today = currentDay()
const alasan = 'Diminta oleh keluarga'
type Body = Record<string, unknown>
/** Makes a payer with a saldo of `jumlah` rupiah. */
const withSaldo = async (jumlah: number, more: Body = {}): Promise<number> => {
  const akun = await makeAkun(s, more)
  await pay(s, akun, jumlah, { alokasi: [] })
  return akun
}
const upload = async (by: Client = s.admin): Promise<number> =>
  must<any>(await by.upload('/berkas/unggah', 'bukti.png', pngOf(2, 2), { jenis: 'bukti' })).id
const ledger = async (akun: number): Promise<any[]> =>
  must<any[]>(await s.admin.get(`/mutasi-saldo?akun_billing_id=${akun}&sort=created_at`))
const refusal = (field: string) => ({ status: 422, data: { errors: [{ field }] } })

describe('a refund', () => {
  const refund = async (akun: number, more: Body = {}, key?: string | null, by: Client = s.admin) =>
    by.post<any>(
      `/user/refund-saldo?id=${akun}`,
      {
        jumlah: 40_000,
        tanggal: today,
        metode: MetodePembayaran.tunai,
        bukti: 'bukti' in more ? undefined : await upload(),
        alasan,
        ...more,
      },
      key,
    )

  test('reduces the saldo once, with its proof, and is shown to the payer', async () => {
    const akun = await withSaldo(100_000)
    const bukti = await upload()
    const [answer, retry] = [
      await refund(akun, { bukti }, 'kembali'),
      await refund(akun, { bukti }, 'kembali'),
    ]
    expect(must(answer)).toMatchObject({ saldo_kredit: 60_000 })
    expect(must(retry).id).toBe(answer.data.id)
    expect(await saldoOf(s, akun)).toBe(60_000)
    const [, entry] = await ledger(akun)
    expect(entry).toMatchObject({
      id: answer.data.id,
      jenis: 'pengembalian',
      jumlah: -40_000,
      tanggal: today,
      metode: MetodePembayaran.tunai,
      bukti,
      alasan,
    })
    const me = await s.as(akun)
    expect(must<any[]>(await me.get('/mutasi-saldo'))).toHaveLength(2)
    expect((await me.bytes(`/berkas?id=${bukti}`)).status).toBe(200)
    expect((await refund(akun, {}, undefined, me)).status).toBe(403)
    expect((await refund(akun, {}, undefined, s.sales)).status).toBe(403)
    expect(must<any[]>(await (await s.as(await makeAkun(s))).get('/mutasi-saldo'))).toEqual([])
    expect((await (await s.as(await makeAkun(s))).bytes(`/berkas?id=${bukti}`)).status).toBe(404)
  })

  test('is rejected with missing fields, without saldo, in the future or when locked', async () => {
    const akun = await withSaldo(50_000)
    expect(await refund(akun, { bukti: null })).toMatchObject(refusal('bukti'))
    expect(await refund(akun, { bukti: 999_999 })).toMatchObject(refusal('bukti'))
    expect(await refund(akun, { metode: MetodePembayaran.transfer })).toMatchObject(
      refusal('bank_id'),
    )
    expect(await refund(akun, { bank_id: 999_999 })).toMatchObject(refusal('bank_id'))
    expect(await refund(akun, { alasan: 'pendek' })).toMatchObject(refusal('alasan'))
    expect(await refund(akun, { jumlah: 50_001 })).toMatchObject(refusal('jumlah'))
    expect(await refund(akun, { tanggal: addDays(today, 1) })).toMatchObject(refusal('tanggal'))
    expect(await refund(akun, { tanggal: '1926-01-01' })).toMatchObject(refusal('tanggal'))
    expect((await refund(akun, {}, null)).status).toBe(400)
    expect((await withLockedBooks(s, today, () => refund(akun))).status).toBe(409)
    expect((await refund(s.ids.sales)).status).toBe(409)
    expect(await saldoOf(s, akun)).toBe(50_000)
  })
})

describe('a transfer', () => {
  const move = (from: number, ke_id: number, jumlah: number, key?: string | null) =>
    s.admin.post<any>(`/user/alih-saldo?id=${from}`, { ke_id, jumlah, alasan }, key)

  test('reaches an account of the same family: by phone, contact mail or student', async () => {
    const phone = '081233334444'
    const from = await withSaldo(90_000, { phone })
    const to = await makeAkun(s, { phone })
    expect(must(await move(from, to, 30_000, 'alih'))).toMatchObject({ saldo_kredit: 60_000 })
    must(await move(from, to, 30_000, 'alih'))
    expect([await saldoOf(s, from), await saldoOf(s, to)]).toEqual([60_000, 30_000])
    const [[, out], [into]] = [await ledger(from), await ledger(to)]
    expect([out.lawan_id, into.lawan_id]).toEqual([into.id, out.id])
    const child = await makePeserta(s, from, s.ids.gedung)
    const otherPayer = await makeAkun(s)
    expect(await move(from, otherPayer, 1000)).toMatchObject(refusal('ke_id'))
    await makeBill(s, from, 1000, {
      items: [
        { jenis_billing_id: s.ids.jenis, peserta_id: child, deskripsi: 'x', harga_satuan: 9 },
      ],
    })
    const { versi } = must<any>(await s.admin.get(`/user/view?id=${child}`))
    must(await s.admin.post(`/user/update?id=${child}`, { versi, akun_billing_id: otherPayer }))
    must(await move(from, otherPayer, 1000))
  })

  test('is rejected to oneself or strangers, above the saldo and in a locked month', async () => {
    const phone = '081255556666'
    const from = await withSaldo(10_000, { phone })
    const to = await makeAkun(s, { phone })
    expect(await move(from, from, 1000)).toMatchObject(refusal('ke_id'))
    expect(await move(from, to, 10_001)).toMatchObject(refusal('jumlah'))
    expect((await move(from, 999_999, 1000)).status).toBe(404)
    expect((await move(from, to, 1000, null)).status).toBe(400)
    expect((await withLockedBooks(s, today, () => move(from, to, 1000))).status).toBe(409)
    expect([await saldoOf(s, from), await saldoOf(s, to)]).toEqual([10_000, 0])
  })
})

test('makes a correction as an entry of today, by the superadmin only', async () => {
  const akun = await withSaldo(10_000)
  const correct = (by: Client, arah: string, jumlah: number) =>
    by.post<any>(`/user/koreksi-saldo?id=${akun}`, { arah, jumlah, alasan })
  expect((await correct(s.admin, 'tambah', 1000)).status).toBe(403)
  expect(await correct(s.superadmin, 'kurang', 10_001)).toMatchObject(refusal('jumlah'))
  must(await correct(s.superadmin, 'kurang', 4000))
  expect(must(await correct(s.superadmin, 'tambah', 500))).toMatchObject({ saldo_kredit: 6500 })
  expect((await withLockedBooks(s, today, () => correct(s.superadmin, 'tambah', 1))).status).toBe(
    409,
  )
  expect((await ledger(akun)).map((m) => [m.jenis, m.jumlah])).toEqual([
    ['lebih_bayar', 10_000],
    ['koreksi', -4000],
    ['koreksi', 500],
  ])
})

describe('a credit note', () => {
  const credit = (id: number, jumlah: number, more: Body = {}, key?: string | null) =>
    s.admin.post<any>(`/billing/nota-kredit?id=${id}`, { jumlah, alasan, ...more }, key)

  test('pays the rest and adds the surplus to the saldo, also in a locked month', async () => {
    const akun = await makeAkun(s)
    const yesterday = addDays(today, -1)
    const id = await makeBill(s, akun, 100_000, { tanggal_terbit: yesterday })
    await pay(s, akun, 70_000)
    const note = await withLockedBooks(s, yesterday, () => credit(id, 50_000, {}, 'nota'))
    expect(must(note)).toMatchObject({ total: 100_000, terbayar: 100_000, sisa: 0 })
    must(await credit(id, 50_000, {}, 'nota'))
    expect(await saldoOf(s, akun)).toBe(20_000)
    const { nomor } = must<any>(await s.admin.get(`/billing/view?id=${id}`))
    expect((await ledger(akun)).map((m) => [m.jenis, m.jumlah, m.nomor])).toEqual([
      ['nota_kredit', 50_000, `${nomor}-NK1`],
      ['pakai', -30_000, null],
    ])
    expect(await credit(id, 50_001)).toMatchObject(refusal('jumlah'))
    must(await credit(id, 10_000))
    expect((await ledger(akun)).at(-1)).toMatchObject({ nomor: `${nomor}-NK2`, jumlah: 10_000 })
    expect((await withLockedBooks(s, today, () => credit(id, 1))).status).toBe(409)
    expect((await credit(id, 1, { alasan: 'pendek' })).status).toBe(422)
    expect((await credit(id, 1, {}, null)).status).toBe(400)
  })

  test('is voided with its bill, unless its saldo has been used', async () => {
    const akun = await makeAkun(s)
    const id = await makeBill(s, akun, 100_000)
    must(await credit(id, 30_000))
    must(await s.admin.post(`/billing/batalkan?id=${id}`, { alasan }))
    expect(await saldoOf(s, akun)).toBe(0)
    const paid = await makeBill(s, akun, 50_000)
    const receipt = await pay(s, akun, 50_000)
    must(await credit(paid, 20_000))
    must(await s.admin.post(`/billing/pakai-saldo?id=${await makeBill(s, akun, 20_000)}`, {}))
    must(await s.admin.post(`/billing-payment/batalkan?id=${receipt.id}`, { alasan }))
    expect((await s.admin.post(`/billing/batalkan?id=${paid}`, { alasan })).status).toBe(409)
    expect((await credit(id, 1)).status).toBe(409)
  })
})

describe('a statement', () => {
  const statement = (akun: number, dari: string, sampai: string, by: Client = s.admin) =>
    by.get<any>(`/user/rekening-koran?id=${akun}&dari=${dari}&sampai=${sampai}`)

  test('lists every bill, payment and entry in order, and matches the open amount', async () => {
    const akun = await makeAkun(s)
    const days = [-40, -30, -20, -10].map((n) => addDays(today, n)) as [
      string,
      string,
      string,
      string,
    ]
    await makeBill(s, akun, 100_000, { tanggal_terbit: days[0] })
    await pay(s, akun, 150_000, { tanggal: days[1] })
    const second = await makeBill(s, akun, 30_000, { tanggal_terbit: days[2] })
    must(await s.admin.post(`/billing/pakai-saldo?id=${second}`, {}))
    const voidedBill = await makeBill(s, akun, 70_000, { tanggal_terbit: days[3] })
    must(await s.admin.post(`/billing/batalkan?id=${voidedBill}`, { alasan }))
    const all = must(await statement(akun, days[0], today))
    expect(all).toMatchObject({
      awal: { sisa: 0, saldo: 0 },
      akhir: { sisa: -20_000, saldo: 20_000 },
      total_tagihan: 130_000,
      total_bayar: 150_000,
      di_luar_wilayah: 0,
    })
    expect(all.baris.map((b: any) => [b.tanggal, b.tagihan, b.bayar, b.mutasi, b.sisa])).toEqual([
      [days[0], 100_000, 0, 0, 100_000],
      [days[1], 0, 150_000, 0, -50_000],
      [days[1], 0, 0, 50_000, -50_000],
      [days[2], 30_000, 0, 0, -20_000],
      [days[3], 70_000, 0, 0, 50_000],
      [today, 0, 0, -30_000, 50_000],
      [today, -70_000, 0, 0, -20_000],
    ])
    const part = must(await statement(akun, days[2], days[3]))
    expect(part).toMatchObject({
      awal: { sisa: -50_000, saldo: 50_000 },
      akhir: { sisa: 50_000, saldo: 50_000 },
      total_tagihan: 100_000,
      total_bayar: 0,
    })
    const me = await s.as(akun)
    expect(must(await statement(akun, days[0], today, me)).baris).toEqual(all.baris)
    const pdf = await me.bytes(
      `/user/rekening-koran-pdf?id=${akun}&dari=${days[0]}&sampai=${today}`,
    )
    expect(pdf.status).toBe(200)
    expect(Buffer.from(pdf.data).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('is limited to an own account and to two years', async () => {
    const akun = await makeAkun(s)
    const me = await s.as(await makeAkun(s))
    expect((await statement(akun, today, today, me)).status).toBe(404)
    expect(await statement(akun, today, addDays(today, -1))).toMatchObject(refusal('sampai'))
    expect(await statement(akun, '2020-01-01', today)).toMatchObject(refusal('sampai'))
    expect((await s.admin.get(`/user/rekening-koran?id=${akun}`)).status).toBe(422)
  })
})

test('keeps every money rule after all tests', async () => {
  expect(await checkMoney(s.db)).toEqual([])
})
