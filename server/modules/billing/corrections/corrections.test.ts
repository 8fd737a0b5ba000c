/** Corrections of published bills and of payments (domain.md 2.6, 3.5, 3.6). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BillingStatus } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { pay, saldoOf, withLockedBooks } from '#mocks/money/payer.ts'
import { checkMoney, makeAkun, makeBill, makeDraft, setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
  await setSetting(s, 'auto_pakai_saldo', false)
})
afterAll(() => s.close())

const today = currentDay()
const alasan = 'Salah ketik, diperbaiki'
const view = async (id: number, more = '') =>
  must<any>(await s.admin.get(`/billing/view?id=${id}&expand=items,alokasi,menggantikan${more}`))
const paymentOf = async (id: number) =>
  must<any>(await s.admin.get(`/billing-payment/view?id=${id}&expand=alokasi`))
const sisaOf = async (...ids: number[]) =>
  (await Promise.all(ids.map((id) => view(id)))).map((b) => b.sisa)

describe('the reissue of a bill', () => {
  const reissue = (id: number, body: { alasan: string } = { alasan }, key?: string | null) =>
    s.admin.post<any>(`/billing/terbit-ulang?id=${id}`, body, key)

  test('voids the bill and returns one draft with the same lines and the old bill', async () => {
    const akun = await makeAkun(s)
    const id = await makeBill(s, akun, 120_000)
    const old = await view(id)
    const [answer, retry] = [
      await reissue(id, { alasan }, 'sekali'),
      await reissue(id, { alasan }, 'sekali'),
    ]
    const draft = must(answer)
    expect(must(retry).id).toBe(draft.id)
    expect(draft).toMatchObject({
      status: BillingStatus.draft,
      nomor: null,
      total: 120_000,
      akun_billing_id: akun,
      menggantikan_id: id,
    })
    const now = await view(draft.id)
    expect(now.menggantikan).toEqual({ id, nomor: old.nomor })
    expect(now.items.map((i: any) => i.deskripsi)).toEqual(old.items.map((i: any) => i.deskripsi))
    expect(await view(id)).toMatchObject({ void_alasan: alasan, sisa: 120_000 })
    // The page of the old bill uses this filter to find the bill that replaces it.
    expect(must<any[]>(await s.admin.get(`/billing?menggantikan_id=${id}`))).toMatchObject([
      { id: draft.id },
    ])
    must(await s.admin.post(`/billing/terbitkan?id=${draft.id}`))
    expect((await reissue(id)).status).toBe(409)
    expect((await reissue(id, { alasan: 'pendek' })).status).toBe(422)
    expect((await reissue(draft.id, { alasan }, null)).status).toBe(400)
  })

  test('rejects drafts, paid bills and locked months, and returns used saldo', async () => {
    const akun = await makeAkun(s)
    const id = await makeBill(s, akun, 100_000)
    const receipt = await pay(s, akun, 40_000)
    expect(await reissue(id)).toMatchObject({
      status: 409,
      data: { message: expect.stringContaining(receipt.nomor) },
    })
    must(await s.admin.post(`/billing-payment/alih?id=${receipt.id}`, { alokasi: [], alasan }))
    must(await s.admin.post(`/billing/pakai-saldo?id=${id}`, { jumlah: 40_000 }))
    expect((await withLockedBooks(s, today, () => reissue(id))).status).toBe(409)
    const draft = must(await reissue(id))
    expect(await saldoOf(s, akun)).toBe(40_000)
    expect((await reissue(draft.id)).status).toBe(409)
  })
})

describe('the move of a payment', () => {
  const move = (
    id: number,
    alokasi: object[],
    more: { alasan: string } = { alasan },
    key?: string | null,
  ) => s.admin.post<any>(`/billing-payment/alih?id=${id}`, { alokasi, ...more }, key)

  test('moves the payment to other bills and back, and voids the old allocations', async () => {
    const akun = await makeAkun(s)
    const wrong = await makeBill(s, akun, 100_000)
    const right = await makeBill(s, akun, 100_000)
    const receipt = await pay(s, akun, 100_000, {
      alokasi: [{ billing_id: wrong, jumlah: 100_000 }],
    })
    const split = [
      { billing_id: right, jumlah: 70_000 },
      { billing_id: wrong, jumlah: 20_000 },
    ]
    const first = must(await move(receipt.id, split, { alasan }, 'pindah'))
    expect(must(await move(receipt.id, split, { alasan }, 'pindah')).id).toBe(first.id)
    expect(first).toMatchObject({ dialokasikan: 90_000, ke_saldo: 10_000, nomor: receipt.nomor })
    expect(await sisaOf(wrong, right)).toEqual([80_000, 30_000])
    expect(await saldoOf(s, akun)).toBe(10_000)
    // Moves the whole payment back to the bill `wrong`. The three earlier allocations remain as
    // void, so the payment has four allocations.
    must(await move(receipt.id, [{ billing_id: wrong, jumlah: 100_000 }]))
    expect(await sisaOf(wrong, right)).toEqual([0, 100_000])
    expect(await saldoOf(s, akun)).toBe(0)
    const parts = (await paymentOf(receipt.id)).alokasi
    expect(parts).toHaveLength(4)
    expect(parts.filter((a: any) => a.void_at === null)).toMatchObject([
      { billing_id: wrong, jumlah: 100_000 },
    ])
    must(await s.admin.post(`/billing-payment/batalkan?id=${receipt.id}`, { alasan }))
    expect(await sisaOf(wrong, right)).toEqual([100_000, 100_000])
    expect((await move(receipt.id, [])).status).toBe(409)
  })

  test('rejects more than the bills’ rest, the same allocation and other accounts', async () => {
    const akun = await makeAkun(s)
    const bill = await makeBill(s, akun, 50_000)
    const foreign = await makeBill(s, await makeAkun(s), 50_000)
    const receipt = await pay(s, akun, 60_000)
    const refusal = async (alokasi: object[], field: string) =>
      expect(await move(receipt.id, alokasi)).toMatchObject({
        status: 422,
        data: { errors: [{ field }] },
      })
    await refusal([{ billing_id: bill, jumlah: 50_000 }], 'alokasi')
    await refusal([{ billing_id: bill, jumlah: 50_001 }], 'alokasi.0.jumlah')
    await refusal([{ billing_id: foreign, jumlah: 1000 }], 'alokasi.0.billing_id')
    expect((await move(receipt.id, [], { alasan: 'pendek' })).status).toBe(422)
    expect((await move(receipt.id, [], { alasan }, null)).status).toBe(400)
    expect(
      (await (await s.as(s.ids.sales)).post(`/billing-payment/alih?id=${receipt.id}`, {})).status,
    ).toBe(403)
  })

  test('rejects a locked month and saldo that has been used', async () => {
    const akun = await makeAkun(s)
    const yesterday = addDays(today, -1)
    const receipt = await pay(s, akun, 30_000, { tanggal: yesterday })
    const bill = await makeBill(s, akun, 20_000)
    const target = [{ billing_id: bill, jumlah: 20_000 }]
    expect((await withLockedBooks(s, yesterday, () => move(receipt.id, target))).status).toBe(409)
    must(await s.admin.post(`/billing/pakai-saldo?id=${bill}`, {}))
    const otherBill = await makeBill(s, akun, 20_000)
    expect(await move(receipt.id, [{ billing_id: otherBill, jumlah: 20_000 }])).toMatchObject({
      status: 409,
      data: { message: expect.stringContaining('Saldo tidak cukup') },
    })
  })
})

test('counts open bills and drafts up to the day of the lock', async () => {
  const akun = await makeAkun(s)
  const open = async (sampai: string) =>
    must<any>(await s.superadmin.get(`/setting/pembukuan?sampai=${sampai}`))
  const day = addDays(today, -3)
  const [before, then] = [await open(addDays(day, -1)), await open(day)]
  await makeBill(s, akun, 12_345, { tanggal_terbit: day })
  await makeDraft(s, akun, 1000, { tanggal_terbit: day })
  expect(await open(addDays(day, -1))).toEqual(before)
  expect(await open(day)).toEqual({
    ...then,
    draft: then.draft + 1,
    belum_lunas: {
      jumlah: then.belum_lunas.jumlah + 1,
      sisa: then.belum_lunas.sisa + 12_345,
    },
  })
  expect((await s.admin.get(`/setting/pembukuan?sampai=${day}`)).status).toBe(403)
})

test('keeps every money rule after all tests', async () => {
  expect(await checkMoney(s.db)).toEqual([])
})
