/** Credit notes of bills whose payments are voided later (domain.md 3.6, decision 0081). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { makeRandom } from '#contract/values/random.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { checkMoney, makeAkun, makeBill, setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
  await setSetting(s, 'auto_pakai_saldo', false)
})
afterAll(() => s.close())

const alasan = 'Salah ketik, diperbaiki'
const pay = async (akun_billing_id: number, parts: Record<number, number>, more = 0) =>
  must<any>(
    await s.admin.post('/billing-payment/create', {
      tanggal: currentDay(),
      metode: MetodePembayaran.tunai,
      gedung_id: s.ids.gedung,
      akun_billing_id,
      jumlah: Object.values(parts).reduce((sum, n) => sum + n, more),
      alokasi: Object.entries(parts).map(([id, jumlah]) => ({ billing_id: Number(id), jumlah })),
    }),
  ).id as number
const credit = async (id: number, jumlah: number) =>
  must(await s.admin.post(`/billing/nota-kredit?id=${id}`, { jumlah, alasan }))
const voidPayment = async (id: number) =>
  must(await s.admin.post(`/billing-payment/batalkan?id=${id}`, { alasan }))
/** Returns the unpaid amount of each bill, followed by the saldo of the payer `akun`. */
const stateOf = async (akun: number, ...ids: number[]) => {
  const bills = await Promise.all(
    ids.map(async (id) => must<any>(await s.admin.get(`/billing/view?id=${id}`)).sisa as number),
  )
  const { saldo_kredit } = must<any>(await s.admin.get(`/user/info-billing?id=${akun}`))
  return [...bills, saldo_kredit as number]
}

test('asks nothing for a fully credited bill after its payment is voided', async () => {
  const akun = await makeAkun(s)
  const bill = await makeBill(s, akun, 700_000)
  const payment = await pay(akun, { [bill]: 700_000 })
  await credit(bill, 700_000)
  expect(await stateOf(akun, bill)).toEqual([0, 700_000])
  await voidPayment(payment)
  expect(await stateOf(akun, bill)).toEqual([0, 0])
  const again = await s.admin.post(`/billing-payment/batalkan?id=${payment}`, { alasan })
  expect(again.status).toBe(409)
  expect(await stateOf(akun, bill)).toEqual([0, 0])
})

test('asks only for the rest of a partially credited bill after a void', async () => {
  const akun = await makeAkun(s)
  const bill = await makeBill(s, akun, 700_000)
  const payment = await pay(akun, { [bill]: 700_000 }, 50_000)
  await credit(bill, 200_000)
  expect(await stateOf(akun, bill)).toEqual([0, 250_000])
  await voidPayment(payment)
  expect(await stateOf(akun, bill)).toEqual([500_000, 0])
})

test('does not pay out a credit again after it has paid another bill', async () => {
  const akun = await makeAkun(s)
  const [bill, next] = [await makeBill(s, akun, 700_000), await makeBill(s, akun, 450_000)]
  const payment = await pay(akun, { [bill]: 700_000 })
  await credit(bill, 700_000)
  must(await s.admin.post(`/billing/pakai-saldo?id=${next}`, { jumlah: 450_000 }))
  await voidPayment(payment)
  expect(await stateOf(akun, bill, next)).toEqual([450_000, 0, 0])
})

test('keeps a credited bill paid after its payment is moved to another bill', async () => {
  const akun = await makeAkun(s)
  const [bill, next] = [await makeBill(s, akun, 700_000), await makeBill(s, akun, 700_000)]
  const payment = await pay(akun, { [bill]: 700_000 })
  await credit(bill, 700_000)
  const alokasi = [{ billing_id: next, jumlah: 700_000 }]
  must(await s.admin.post(`/billing-payment/alih?id=${payment}`, { alokasi, alasan }))
  expect(await stateOf(akun, bill, next)).toEqual([0, 0, 0])
})

test('never leaves a credited bill open beside its own saldo, in random order', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const r = makeRandom(seed)
    const akun = await makeAkun(s)
    const totals = [r.int(2, 9) * 100_000, r.int(2, 9) * 100_000]
    const bills = [await makeBill(s, akun, totals[0] ?? 0), await makeBill(s, akun, totals[1] ?? 0)]
    const payments: number[] = []
    const credited = [0, 0]
    for (let round = 0; round < 6; round++) {
      const index = r.int(0, 1)
      const [bill = 0, total = 0] = [bills[index], totals[index]]
      const [sisa = 0] = await stateOf(akun, bill)
      if (sisa > 0 && r.chance()) payments.push(await pay(akun, { [bill]: r.int(1, sisa) }))
      else if (credited[index] === 0) await credit(bill, (credited[index] = r.int(1, total)))
      else if (payments.length > 0) await voidPayment(payments.pop() ?? 0)
    }
    for (const payment of payments) await voidPayment(payment)
    // All payments are void now. The unpaid amount of each bill must be its total minus its credit
    // notes, and the saldo must be 0.
    const expected = totals.map((total, i) => total - (credited[i] ?? 0))
    expect(await stateOf(akun, ...bills), `seed ${seed}`).toEqual([...expected, 0])
  }
  expect(await checkMoney(s.db)).toEqual([])
})
