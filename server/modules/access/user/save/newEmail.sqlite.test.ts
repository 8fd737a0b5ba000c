/**
 * Tests that a mail address set by staff is used only after its owner has confirmed it (decision
 * 0226).
 */
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

test('keeps the old address until the new one is confirmed and notifies the old one', async () => {
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
  const users = must<{ id: number }[]>(await s.superadmin.get(`/user?q=${email}`))
  expect(users.map((row) => row.id)).toEqual([id])
  expect((await confirm(token)).status).toBe(422)
})

test('rejects a confirmation withdrawn by staff or by a new password', async () => {
  const firstWish = await newAddress(s)
  must(await s.admin.post(`/user/cabut-tautan?id=${firstWish.id}`, { jenis: 'email' }))
  expect((await confirm(firstWish.token)).status).toBe(422)
  const secondWish = await newAddress(s)
  const password = { password: 'sandi-baru-12', re_password: 'sandi-baru-12' }
  must(await s.superadmin.post(`/user/reset-password?id=${secondWish.id}`, password))
  expect((await confirm(secondWish.token)).status).toBe(422)
  expect([await emailOf(firstWish.id), await emailOf(secondWish.id)]).toEqual([
    firstWish.before,
    secondWish.before,
  ])
})

test('rejects expired and replaced confirmations and an address already in use', async () => {
  const old = await newAddress(s)
  const expiry = { kedaluwarsa: '2026-01-01T00:00:00.000Z' }
  await s.db.updateTable('email_baru').set(expiry).where('user_id', '=', old.id).execute()
  expect((await confirm(old.token)).status).toBe(422)
  const takenWish = await newAddress(s)
  const otherUser = await newAddress(s)
  await s.db
    .updateTable('user')
    .set({ email: takenWish.email })
    .where('id', '=', otherUser.id)
    .execute()
  expect((await confirm(takenWish.token)).status).toBe(409)
  const { versi } = must(await s.superadmin.get<{ versi: number }>(`/user/view?id=${old.id}`))
  const answer = await s.admin.post(`/user/update?id=${old.id}`, { versi, email: takenWish.email })
  expect(answer.status).toBe(409)
  for (const token of ['', 'x'.repeat(22), 'y'.repeat(500)])
    expect((await confirm(token)).status).toBe(422)
})

test('confirms a shared address for one of several concurrent accounts', async () => {
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

test('stores the other fields changed with the email at once', async () => {
  const { id, before } = await newAddress(s)
  const { versi } = must(await s.superadmin.get<{ versi: number }>(`/user/view?id=${id}`))
  const change = { versi, email: 'lain.lagi@contoh.id', alamat: 'Jl. Baru 1' }
  must(await s.admin.post(`/user/update?id=${id}`, change))
  const row = must<any>(await s.superadmin.get(`/user/view?id=${id}`))
  expect([row.alamat, row.email]).toEqual(['Jl. Baru 1', before])
})

test('requires confirmation of an email added after the old one was removed', async () => {
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

test('audits who requested another address, and which', async () => {
  const { id, email } = await newAddress(s)
  const entries = must<any[]>(await s.superadmin.get(`/audit?entitas=user&entitas_id=${id}`))
  expect(entries.filter(({ aksi }) => aksi === 'minta-email')).toMatchObject([
    { sesudah: { email }, created_by: s.ids.admin },
  ])
})
