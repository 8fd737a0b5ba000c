/** A mail address set by staff takes effect only after its owner confirms it (decision 0226). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAddress } from '#mocks/people/newAddress.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const emailOf = async (id: number) =>
  must(await s.superadmin.get<{ email: string }>(`/user/view?id=${id}`)).email
const confirm = (token: string) => s.anonymous.post('/auth/konfirmasi-email', { token })

test('a family keeps its way in until the new address confirms, and is told at the old one', async () => {
  const { id, before, email, token } = await newAddress(s)
  expect(await emailOf(id)).toBe(before)
  expect(s.outbox.map(({ to, subject }) => [to, subject])).toEqual([
    [email, expect.stringContaining('Konfirmasi email')],
    [before, expect.stringContaining('akan diganti')],
  ])
  const family = await s.as(id)
  must(await s.superadmin.post(`/user/undangan?id=${id}`))
  must(await confirm(token))
  expect(await emailOf(id)).toBe(email)
  expect((await family.get('/profile')).status).toBe(401)
  const links = must<unknown[]>(await s.superadmin.get(`/user/tautan?id=${id}`))
  expect(links).toEqual([])
  const found = must<{ id: number }[]>(await s.superadmin.get(`/user?q=${email}`))
  expect(found.map((row) => row.id)).toEqual([id])
  expect((await confirm(token)).status).toBe(422)
})

test('a wish that staff or a new password has withdrawn confirms nothing', async () => {
  const one = await newAddress(s)
  must(await s.admin.post(`/user/cabut-tautan?id=${one.id}`, { jenis: 'email' }))
  expect((await confirm(one.token)).status).toBe(422)
  const two = await newAddress(s)
  const password = { password: 'sandi-baru-12', re_password: 'sandi-baru-12' }
  must(await s.superadmin.post(`/user/reset-password?id=${two.id}`, password))
  expect((await confirm(two.token)).status).toBe(422)
  expect([await emailOf(one.id), await emailOf(two.id)]).toEqual([one.before, two.before])
})

test('an old wish, a later wish and an address that somebody has by now confirm nothing', async () => {
  const old = await newAddress(s)
  const gone = { kedaluwarsa: '2026-01-01T00:00:00.000Z' }
  await s.db.updateTable('email_baru').set(gone).where('user_id', '=', old.id).execute()
  expect((await confirm(old.token)).status).toBe(422)
  const taken = await newAddress(s)
  const other = await newAddress(s)
  await s.db.updateTable('user').set({ email: taken.email }).where('id', '=', other.id).execute()
  expect((await confirm(taken.token)).status).toBe(409)
  const { versi } = must(await s.superadmin.get<{ versi: number }>(`/user/view?id=${old.id}`))
  const asked = await s.admin.post(`/user/update?id=${old.id}`, { versi, email: taken.email })
  expect(asked.status).toBe(409)
  for (const token of ['', 'x'.repeat(22), 'y'.repeat(500)])
    expect((await confirm(token)).status).toBe(422)
})

test('of accounts that confirm the same address at once, one has it and the others hear why', async () => {
  const wishes = [
    await newAddress(s),
    await newAddress(s),
    await newAddress(s),
    await newAddress(s),
  ]
  const email = 'bersama@contoh.id'
  await s.db
    .updateTable('email_baru')
    .set({ email })
    .where(
      'user_id',
      'in',
      wishes.map(({ id }) => id),
    )
    .execute()
  const answers = await Promise.all(wishes.map(({ token }) => confirm(token)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
})

test('the other fields that staff changes with the mail are stored at once', async () => {
  const { id, before } = await newAddress(s)
  const { versi } = must(await s.superadmin.get<{ versi: number }>(`/user/view?id=${id}`))
  const change = { versi, email: 'lain.lagi@contoh.id', alamat: 'Jl. Baru 1' }
  must(await s.admin.post(`/user/update?id=${id}`, change))
  const row = must<any>(await s.superadmin.get(`/user/view?id=${id}`))
  expect([row.alamat, row.email]).toEqual(['Jl. Baru 1', before])
})

test('a family keeps its account when its mail is taken away first and another put in its place', async () => {
  const { id } = await newAddress(s)
  const update = async (email: string | null) => {
    const { versi } = must(await s.superadmin.get<{ versi: number }>(`/user/view?id=${id}`))
    return must(
      await s.admin.post(`/user/update?id=${id}`, { versi, email, phone: '081234500099' }),
    )
  }
  await update(null)
  const stranger = 'orang.lain@contoh.id'
  s.outbox.length = 0
  await update(stranger)
  expect(await emailOf(id)).toBeNull()
  expect(s.outbox.map(({ to }) => to)).toEqual([stranger])
  const token = /konfirmasi=([\w-]{22})/.exec(JSON.stringify(s.outbox))?.[1] ?? ''
  must(await confirm(token))
  expect(await emailOf(id)).toBe(stranger)
})

test('the history of an account says who asked for another address, and for which', async () => {
  const { id, email } = await newAddress(s)
  const asked = must<any[]>(await s.superadmin.get(`/audit?entitas=user&entitas_id=${id}`))
  expect(asked.filter(({ aksi }) => aksi === 'minta-email')).toMatchObject([
    { sesudah: { email }, created_by: s.ids.admin },
  ])
})
