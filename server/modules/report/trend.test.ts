/** Tests that the trend of the dashboard equals the sums of the lists, for each reader. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallOutput } from '#contract/call.ts'
import { BillingStatus, RoleId } from '#contract/enums.ts'
import type { trend } from '#contract/report/trendCalls.ts'
import { trendMonths } from '#contract/report/trendMonths.ts'
import { addMonths, currentDay, firstDay, lastDay } from '#contract/values/tanggal.ts'
import type { Client } from '#mocks/api/api.ts'
import { must } from '#mocks/school/school.ts'
import { makeTwoOutlets, type TwoOutlets } from '#mocks/school/twoOutlets.ts'

let s: TwoOutlets
const month = currentDay().slice(0, 7)
beforeAll(async () => {
  s = await makeTwoOutlets()
  // Moves a part of the bills and payments to the first and to the month before the first.
  for (const [back, parity] of [
    [trendMonths - 1, 0],
    [trendMonths, 1],
  ] as const) {
    const tanggal = lastDay(addMonths(month, -back))
    await s.db
      .updateTable('billing')
      .set({ tanggal_terbit: tanggal })
      .where('status', '=', BillingStatus.terbit)
      .where((eb) => eb(eb('id', '%', 3), '=', parity))
      .execute()
  }
  // Opening bills, which the old books of the school have counted.
  await s.db
    .updateTable('billing')
    .set({ sumber: 'awal' })
    .where(sql`id % 4`, '=', 0)
    .execute()
})
afterAll(() => s.close())

const trendOf = async (by: Client, search = '') =>
  must(await by.get<CallOutput<typeof trend>>(`/dashboard/tren${search}`))
/** Returns the sums of the lists in a month. */
const sumsOf = async (by: Client, periode: string, outlet: string) => {
  const span = (day: string) =>
    `batal=0&filter[${day}][gte]=${firstDay(periode)}&filter[${day}][lte]=${lastDay(periode)}${outlet}`
  const billed = must(
    await by.get<{ total: number }>(
      `/billing/total?status=1&saldo_awal=0&${span('tanggal_terbit')}`,
    ),
  )
  const received = must(
    await by.get<{ jumlah: number }>(`/billing-payment/total?${span('tanggal')}`),
  )
  return { periode, ditagih: billed.total, diterima: received.jumlah }
}

test('equals the sums of the lists in each of twelve months', async () => {
  for (const by of [s.superadmin, s.limited.client])
    for (const outlet of ['', `&gedung_id=${s.ids.gedung}`]) {
      const months = await trendOf(by, outlet.replace('&', '?'))
      expect(months.map(({ periode }) => periode)).toEqual(
        Array.from({ length: trendMonths }, (_, i) => addMonths(month, i + 1 - trendMonths)),
      )
      for (const sums of [months[0]!, months.at(-1)!])
        expect(sums).toEqual(await sumsOf(by, sums.periode, outlet))
    }
  const [first] = await trendOf(s.superadmin)
  expect(first?.ditagih).toBeGreaterThan(0)
  const opening = must(await s.superadmin.get<{ total: number }>('/billing/total?saldo_awal=1'))
  expect(opening.total).toBeGreaterThan(0)
})

test('omits amounts without the access code of their list', async () => {
  const role = must(
    await s.superadmin.post<{ id: number }>('/role/create', {
      name: 'Kasir',
      dasar_role_id: RoleId.admin,
      accesses: ['dashboard', 'billing-payment/index'],
    }),
  )
  await s.db.updateTable('user').set({ role_id: role.id }).where('id', '=', s.ids.admin2).execute()
  const months = await trendOf(s.admin2)
  expect(months.every(({ ditagih, diterima }) => ditagih === null && diterima !== null)).toBe(true)
  expect((await s.pelatih.get('/dashboard/tren')).status).toBe(403)
  expect((await s.superadmin.get('/dashboard/tren?gedung_id=x')).status).toBe(422)
})
