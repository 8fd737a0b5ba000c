/**
 * Tests invitation links, with which a user sets a first password: the staff who may make a link,
 * the users for whom they may make one, and the use of a link.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RoleId, UserStatus } from '#contract/enums.ts'
import type { Client } from '#mocks/api/api.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
const fresh = { password: 'sandi undangan 1', re_password: 'sandi undangan 1' }
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
beforeEach(async () => {
  await s.db.deleteFrom('batas_laju').execute()
})
const invite = (by: Client, id: number) =>
  by.post<{ tautan: string; kedaluwarsa: string; message?: string }>(`/user/undangan?id=${id}`)
const tokenOf = (link: string) =>
  /^\/#\/auth\/lupa-password\?undangan=([\w-]{22})$/.exec(link)?.[1] ?? ''

test('lets a student without email set a password and log in with the user name', async () => {
  await s.db
    .updateTable('user')
    .set({ harus_ganti_password: 1 })
    .where('id', '=', s.ids.peserta)
    .execute()
  const { tautan } = must(await invite(s.admin, s.ids.peserta))
  const { username } = must(
    await s.anonymous.post(`/auth/reset-password?otp=${tokenOf(tautan)}`, fresh),
  )
  const { key } = must(
    await s.anonymous.post('/auth/login', { username, password: fresh.password }),
  )
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(must(await (await s.as(s.ids.peserta)).get('/profile'))).toMatchObject({
    username,
    harus_ganti_password: false,
  })
})
test('sets an applicant’s password before activation but still rejects the login', async () => {
  const id = must(
    await s.superadmin.post<{ id: number }>('/user/create', {
      role_id: RoleId.peserta,
      status: UserStatus.nonaktif,
      name: 'Belum Aktif',
      username: 'belum',
      gedung_id: s.ids.gedung,
    }),
  ).id
  const { tautan } = must(await invite(s.admin, id))
  must(await s.anonymous.post(`/auth/reset-password?otp=${tokenOf(tautan)}`, fresh))
  expect(
    (await s.anonymous.post('/auth/login', { username: 'belum', password: fresh.password })).data
      .message,
  ).toBe('Akun belum aktif. Hubungi sekolah.')
})
test('audits the invitation without its link', async () => {
  const { tautan } = must(await invite(s.admin, s.ids.sales))
  const rows = JSON.stringify(await s.db.selectFrom('audit').selectAll().execute())
  expect(rows).toContain('"aksi":"undangan"')
  expect(rows).not.toContain(tokenOf(tautan))
})

describe('invitation permissions', () => {
  test('lets an admin invite roles 3 to 6, a superadmin others too, nobody oneself', async () => {
    for (const id of [s.ids.pelatih, s.ids.sales, s.ids.akun, s.ids.peserta])
      expect((await invite(s.admin, id)).status).toBe(200)
    for (const id of [s.ids.superadmin, s.ids.admin2])
      expect([403, 404]).toContain((await invite(s.admin, id)).status)
    expect((await invite(s.superadmin, s.ids.admin)).status).toBe(200)
    expect((await invite(s.superadmin, s.ids.superadmin)).status).toBe(409)
  })
  test('rejects other outlets, other roles and deleted users', async () => {
    expect((await invite(s.admin2, s.ids.peserta)).status).toBe(404)
    expect((await invite(s.admin2, s.ids.peserta2)).status).toBe(200)
    for (const userId of [s.ids.pelatih, s.ids.sales, s.ids.akun, s.ids.peserta])
      expect((await invite(await s.as(userId), s.ids.peserta)).status).toBe(403)
    const id = must(
      await s.superadmin.post<{ id: number }>('/user/create', {
        role_id: RoleId.peserta,
        status: UserStatus.nonaktif,
        name: 'Akan Hilang',
        gedung_id: s.ids.gedung,
      }),
    ).id
    must(await s.superadmin.post(`/user/delete?id=${id}`))
    expect([404, 409]).toContain((await invite(s.superadmin, id)).status)
  })
  test('rejects custom roles based on coach or sales even with the code', async () => {
    for (const [dasar, userId] of [
      [3, s.ids.pelatih],
      [4, s.ids.sales],
    ] as const) {
      const role = must(
        await s.superadmin.post<{ id: number }>('/role/create', {
          name: `Buatan ${dasar}`,
          dasar_role_id: dasar,
          accesses: ['user/reset-password', 'user/peserta', 'user/view'],
        }),
      ).id
      const before = await s.db
        .selectFrom('user')
        .select('role_id')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      await s.db.updateTable('user').set({ role_id: role }).where('id', '=', userId).execute()
      expect([403, 404]).toContain((await invite(await s.as(userId), s.ids.peserta)).status)
      await s.db.updateTable('user').set(before).where('id', '=', userId).execute()
    }
  })
})
