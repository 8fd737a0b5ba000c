/**
 * Tests that the dashboard reports a month without generated bills to a user, until runs of the
 * generation have covered all outlets of this user.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { addDays, addMonths, currentDay } from '#contract/values/tanggal.ts'
import type { Client } from '#mocks/api/api.ts'
import { setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

/** School with enrolments at both outlets; `admin2` is limited to the outlet `gedung2`. */
let s: School
const periode = currentDay().slice(0, 7)
const next = addMonths(periode, 1)
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const open = async (by: Client) =>
  must(await by.get('/dashboard/menunggu')).belum_dibuat as { periode: string; outlet: string[] }[]
const generate = async (by: Client, month: string, gedung_id?: number[]) =>
  must(await by.post('/billing/generate', { periode: month, ...(gedung_id && { gedung_id }) }))

test('reports the running month, and the next one from the issue day on', async () => {
  await setSetting(s, 'hari_terbit', 1)
  expect(await open(s.superadmin)).toEqual([
    { periode, outlet: [] },
    { periode: next, outlet: [] },
  ])
  // With issue day 31, the bills of the next month must be generated only from the last day of the
  // current month on.
  await setSetting(s, 'hari_terbit', 31)
  const isLastDay = addDays(currentDay(), 1).startsWith(next)
  expect(await open(s.superadmin)).toHaveLength(isLastDay ? 2 : 1)
})

test('names the outlets that still lack the bills, within the scope of the reader', async () => {
  await setSetting(s, 'hari_terbit', 31)
  await generate(s.superadmin, periode, [s.ids.gedung2])
  const { nama } = await s.db
    .selectFrom('gedung')
    .select('nama')
    .where('id', '=', s.ids.gedung)
    .executeTakeFirstOrThrow()
  expect((await open(s.admin))[0]).toEqual({ periode, outlet: [nama] })
  // `admin2` does not see the month, because the bills of `gedung2`, the only outlet of `admin2`,
  // were generated.
  const months = (await open(s.admin2)).map((month) => month.periode)
  expect(months).not.toContain(periode)
  await generate(s.superadmin, periode)
  expect((await open(s.admin)).map((month) => month.periode)).not.toContain(periode)
})

test('counts a run of a limited admin only for the outlets of this admin', async () => {
  await setSetting(s, 'hari_terbit', 1)
  await generate(s.admin2, next)
  const months = await open(s.superadmin)
  expect(months.find((month) => month.periode === next)?.outlet).toHaveLength(1)
  expect((await open(s.admin2)).map((month) => month.periode)).not.toContain(next)
})

test('reports nothing without the access code of the generation', async () => {
  const accesses = ['dashboard', 'billing/index']
  const { id: role_id } = must(
    await s.superadmin.post('/role/create', {
      name: 'Pembaca',
      dasar_role_id: RoleId.admin,
      accesses,
    }),
  )
  await s.db.updateTable('user').set({ role_id }).where('id', '=', s.ids.admin2).execute()
  expect(await open(s.admin2)).toBeUndefined()
})
