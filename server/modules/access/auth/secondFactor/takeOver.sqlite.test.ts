/** Tests that accounts cannot be taken over by staff, or with links that are no longer valid. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RoleId, UserStatus } from '#contract/enums.ts'
import type { Client } from '#mocks/api/api.ts'
import { makeAkun, makePeserta } from '#mocks/people/family.ts'
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
const row = async (id: number, by: Client = s.superadmin) =>
  must(await by.get<any>(`/user/view?id=${id}`))
const update = async (by: Client, id: number, change: object) =>
  by.post<any>(`/user/update?id=${id}`, { versi: (await row(id)).versi, ...change })
const invite = async (id: number): Promise<string> => {
  const { tautan } = must(await s.superadmin.post<{ tautan: string }>(`/user/undangan?id=${id}`))
  return /undangan=([\w-]{22})$/.exec(tautan)?.[1] ?? ''
}
const spend = (token: string) => s.anonymous.post(`/auth/reset-password?otp=${token}`, fresh)

test('rejects a sales person changing the email of a payer', async () => {
  const akun = await makeAkun(s, { sales_id: s.ids.sales })
  const answer = await update(s.sales, akun, { email: 'sales.jahat@contoh.id' })
  expect([answer.status, answer.data.message]).toEqual([403, expect.stringContaining('masuk')])
  must(await update(s.sales, akun, { alamat: 'Jl. Baru 1' }))
  expect((await row(akun)).email).not.toBe('sales.jahat@contoh.id')
})

test('notifies the old address and ends sessions and codes on a change by an admin', async () => {
  const akun = await makeAkun(s, { email: 'lama@contoh.id' })
  const family = await s.as(akun)
  const token = await invite(akun)
  s.outbox.length = 0
  must(await update(s.admin, akun, { email: 'baru@contoh.id' }))
  expect(s.outbox.map(({ to, subject }) => [to, subject])).toEqual([
    ['lama@contoh.id', expect.stringContaining('Email akun Anda diganti')],
  ])
  expect((await family.get('/profile')).status).toBe(401)
  expect((await spend(token)).status).toBe(422)
})

const changes: [string, (id: number) => Promise<unknown>][] = [
  [
    'another password',
    async (id) =>
      must(
        await s.superadmin.post(`/user/reset-password?id=${id}`, {
          password: 'sandi lain 12345',
          re_password: 'sandi lain 12345',
        }),
      ),
  ],
  [
    'another status',
    async (id) => must(await s.superadmin.post(`/user/disable-enable?id=${id}`, {})),
  ],
  [
    'another mail',
    async (id) => must(await update(s.superadmin, id, { email: `x${id}@contoh.id` })),
  ],
  ['a withdrawal', async (id) => must(await s.superadmin.post(`/user/cabut-undangan?id=${id}`))],
]
test.each(changes)('rejects an earlier invitation after %s', async (_, change) => {
  const akun = await makeAkun(s)
  const invitation = await invite(akun)
  await change(akun)
  expect((await spend(invitation)).status).toBe(422)
})

test('rejects withdrawing an invitation twice', async () => {
  const akun = await makeAkun(s)
  await invite(akun)
  must(await s.superadmin.post(`/user/cabut-undangan?id=${akun}`))
  expect((await s.superadmin.post(`/user/cabut-undangan?id=${akun}`)).status).toBe(409)
})

test('ends a child’s calendar link on payer change, password reset and deactivation', async () => {
  const makeChild = async () => {
    const akun = await makeAkun(s)
    const id = await makePeserta(s, akun, s.ids.gedung)
    const payer = await s.as(akun)
    const { url } = must(await payer.post<{ url: string }>(`/user/kalender?id=${id}`))
    const path = new URL(url).pathname
    const status = async () => (await s.app.request(path)).status
    expect(await status()).toBe(200)
    return { akun, id, status }
  }
  const password = { password: 'sandi lain 12345', re_password: 'sandi lain 12345' }
  const moved = await makeChild()
  const otherPayer = await makeAkun(s)
  must(await update(s.superadmin, moved.id, { akun_billing_id: otherPayer }))
  expect(await moved.status()).toBe(404)
  const reset = await makeChild()
  must(await s.superadmin.post(`/user/reset-password?id=${reset.akun}`, password))
  expect(await reset.status()).toBe(404)
  const ended = await makeChild()
  must(await s.superadmin.post(`/user/disable-enable?id=${ended.id}`, {}))
  must(await s.superadmin.post(`/user/disable-enable?id=${ended.id}`, {}))
  expect((await row(ended.id)).status).toBe(UserStatus.aktif)
  expect(await ended.status()).toBe(404)
  expect(RoleId.peserta).toBe((await row(ended.id)).role_id)
})
