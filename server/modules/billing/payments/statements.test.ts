/** Number of SQL statements of calls that write money. Each one is a round trip on PostgreSQL. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Client } from '#mocks/api/api.ts'
import { makeAkun, makeBill, makeDraft } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const pay = async (by: Client, akun_billing_id: number, bills: readonly number[]) =>
  must(
    await by.post('/billing-payment/create', {
      akun_billing_id,
      tanggal: currentDay(),
      metode: MetodePembayaran.tunai,
      jumlah: bills.length * 50_000,
      alokasi: bills.map((billing_id) => ({ billing_id, jumlah: 50_000 })),
    }),
  )
/** Fails with the list of statements if there are more than `most`. */
const expectAtMost = (statements: readonly string[], most: number) =>
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most)

test('a payment runs at most 16 statements, for any number of bills', async () => {
  const akun = await makeAkun(s)
  const bills = [await makeBill(s, akun, 100_000), await makeBill(s, akun, 100_000)]
  // The first payment of a series also reads the stored numbers.
  await pay(s.superadmin, akun, bills.slice(0, 1))
  expectAtMost(await s.statementsOf(() => pay(s.superadmin, akun, bills.slice(0, 1))), 16)
  const more = [await makeBill(s, akun, 100_000), await makeBill(s, akun, 100_000)]
  expectAtMost(await s.statementsOf(() => pay(s.superadmin, akun, more)), 16)
})
test('a payment at an outlet also checks that the outlet sees the receipt', async () => {
  const akun = await makeAkun(s)
  const bill = await makeBill(s, akun, 100_000)
  const statements = await s.statementsOf(() => pay(s.admin, akun, [bill]))
  expectAtMost(statements, 17)
  expect(
    statements.filter((text) => /^select .* from "billing_payment" where/.test(text)),
  ).toHaveLength(1)
})
test('a request finds its user with one statement', async () => {
  const statements = await s.statementsOf(() => s.admin.get('/profile/sesi'))
  expect(statements.filter((text) => /from "(role|user_gedung|setting)"/.test(text))).toEqual([])
})
test('publishing runs the same statements for any number of drafts of a series', async () => {
  const publish = (ids: number[]) =>
    s.statementsOf(async () => must(await s.admin.post('/billing/terbitkan-banyak', { ids })))
  const draft = async () => makeDraft(s, await makeAkun(s), 100_000)
  await publish([await draft()])
  const single = await publish([await draft()])
  expectAtMost(await publish([await draft(), await draft(), await draft()]), single.length)
})
