/**
 * Tests that each count of the dashboard equals the number of rows of the list to which its card
 * links, for every role, and that a count is omitted without its access code.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessCodes } from '#contract/access/accessCodes.ts'
import {
  waiting,
  waitingNames,
  type Waiting,
  type waitingToday,
} from '#contract/access/waitingCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { RoleId } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Client } from '#mocks/api/api.ts'
import { makeReminders } from '#mocks/money/reminder.ts'
import { must } from '#mocks/school/school.ts'
import { makeTwoOutlets, type TwoOutlets } from '#mocks/school/twoOutlets.ts'
import { giveEveryCode } from '#mocks/school/twoSales.ts'

type Answer = CallOutput<typeof waitingToday>
let s: TwoOutlets
/** Makes rows of every kind of waiting work at both outlets. */
beforeAll(async () => {
  s = await makeTwoOutlets()
  await makeReminders(s)
  const day = currentDay()
  for (const statement of [
    sql`update lead set tindak_lanjut_at = ${day}, tahap = 'baru'`,
    sql`update billing set jatuh_tempo = ${addDays(day, -3)} where sisa > 0`,
    sql`update "user" set sumber = 'mandiri', status = 1 where id in (${s.both.childHere}, ${s.both.childThere})`,
    sql`update kursus_peserta set permintaan_status = 'diajukan', usulan_status = 'diajukan'`,
    sql`update kursus_peserta set status = 0, tunggu_at = ${day} where peserta_id = ${s.both.student}`,
    sql`update pelatih_libur set status = 'diajukan'`,
    sql`update kredit_pengganti set status = 'tersedia', berlaku_sampai = ${addDays(day, 3)}`,
  ])
    await statement.execute(s.db)
})
afterAll(() => s.close())

const waitingOf = async (by: Client) => must(await by.get<Answer>('/dashboard/menunggu'))
/** Returns the total number of rows of a list, or its status if the client may not read it. */
const totalOf = async (by: Client, of: string, filter: Readonly<Record<string, string>>) => {
  const { status, headers } = await by.get(`/${of}?${new URLSearchParams(filter)}`)
  return status === 200 ? Number(headers.get('X-Pagination-Total-Count')) : `status ${status}`
}
/**
 * Returns the counts that the dashboard shows a user, and the numbers of rows of the lists to which
 * the cards link.
 */
const compare = async (by: Client) => {
  const { menunggu, pertemuan } = await waitingOf(by)
  const counts: Record<string, number> = {}
  const lists: typeof counts | Record<string, unknown> = {}
  for (const name of waitingNames) {
    const { list }: Waiting = waiting[name]
    const count = menunggu[name]
    if (!list || !count) continue
    counts[name] = count.jumlah
    lists[name] = await totalOf(by, list.of, list.filter)
  }
  return { counts, lists, menunggu, pertemuan }
}

test('counts the rows of the linked list for every role', async () => {
  const codes = accessCodes.map(({ kode }) => kode)
  await giveEveryCode(s, s.ids.sales, codes)
  const clients = {
    superadmin: s.superadmin,
    admin: s.admin,
    free: s.free.client,
    limited: s.limited.client,
    sales: await s.as(s.ids.sales),
  }
  const sums: Record<string, number> = {}
  for (const [role, client] of Object.entries(clients)) {
    const { counts, lists } = await compare(client)
    expect(counts, role).toEqual(lists)
    sums[role] = Object.values(counts).reduce((sum, n) => sum + n, 0)
  }
  const { counts: all } = await compare(s.superadmin)
  expect(Object.entries(all).filter(([, n]) => n === 0)).toEqual([])
  expect(sums.superadmin).toBe(sums.free)
  expect(sums.limited).toBeLessThan(sums.free ?? 0)
  expect(sums.limited).toBeGreaterThan(0)
})

test('counts what the calls of cash, lessons and jobs return', async () => {
  for (const client of [s.superadmin, s.limited.client]) {
    const { menunggu, pertemuan } = await compare(client)
    const { pertemuan: open } = must(await client.get('/pertemuan/tanpa-guru'))
    const tills = must(await client.get<{ nama: string }[]>('/tutup-kas/belum'))
    const jobs = must(await client.get<{ terakhir: { hasil: string } | null }[]>('/pekerjaan'))
    const bills = must(await client.get('/billing/total?tunggakan=1'))
    expect(menunggu.tanpaGuru?.jumlah).toBe(open.length)
    expect(menunggu.kas).toEqual({ jumlah: tills.length, nama: tills.map(({ nama }) => nama) })
    expect(menunggu.pekerjaan?.jumlah).toBe(
      jobs.filter(({ terakhir }) => terakhir && terakhir.hasil !== 'berhasil').length,
    )
    expect(menunggu.tunggakan).toEqual({ jumlah: bills.jumlah_baris, sisa: bills.sisa })
    const lessons = (status: string) =>
      totalOf(client, 'pertemuan', { tanggal: currentDay(), status })
    const selesai = Number(await lessons('selesai'))
    const coming = Number(await lessons('terjadwal'))
    expect(pertemuan).toEqual({ jumlah: coming + selesai, selesai })
  }
})

test('omits counts without their access code, and needs the code of the dashboard', async () => {
  const accesses = ['dashboard', 'billing/index', 'tutup-kas/create']
  const role = must(
    await s.superadmin.post<{ id: number }>('/role/create', {
      name: 'Kasir',
      dasar_role_id: RoleId.admin,
      accesses,
    }),
  )
  await s.db.updateTable('user').set({ role_id: role.id }).where('id', '=', s.ids.admin2).execute()
  const { menunggu, pertemuan } = await waitingOf(s.admin2)
  expect(Object.keys(menunggu).toSorted()).toEqual(['kas', 'tunggakan'])
  expect(pertemuan).toBeUndefined()
  expect((await s.pelatih.get('/dashboard/menunggu')).status).toBe(403)
  expect((await s.anonymous.get('/dashboard/menunggu')).status).toBe(401)
})
