/** Tests that a personal access token never exceeds its owner (domain.md 2.1). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tokensPerUser } from '#contract/access/tokenCalls.ts'
import { MetodePembayaran, RoleId, UserStatus } from '#contract/enums.ts'
import { clientWith, type Body, type Client } from '#mocks/api/api.ts'
import { makeBill } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { sha256 } from '#server/http/auth.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
  const { password_hash } = await s.db
    .selectFrom('user')
    .select('password_hash')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  await s.db.updateTable('user').set({ password_hash, harus_ganti_password: 0 }).execute()
})
afterAll(() => s.close())
beforeEach(async () => {
  await s.db.deleteFrom('token_akses').execute()
})

const billCodes = ['billing/index', 'billing/view', 'billing-payment/create', 'user/akun-billing']
const input = (body: Body = {}): Body => ({
  nama: 'Kasir toko',
  masa: 30,
  kode: billCodes,
  password: 'rahasia-uji',
  ...body,
})
const make = async (by: Client, body: Body = {}) =>
  must(await by.post<{ id: number; token: string }>('/profile/buat-token', input(body)))
/** Creates a token, and returns a client that calls with it. */
const clientBy = async (by: Client, body: Body = {}): Promise<Client> =>
  clientWith(s.app, (await make(by, body)).token)
const statusOf = async (client: Client, path = '/billing') => (await client.get(path)).status
/** Sets columns of a user until `run` has ended. */
const withUser = async (
  id: number,
  set: { status?: typeof UserStatus.nonaktif; harus_ganti_password?: number; role_id?: number },
  run: () => Promise<void>,
): Promise<void> => {
  const before = await s.db
    .selectFrom('user')
    .select(['status', 'harus_ganti_password', 'role_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await s.db.updateTable('user').set(set).where('id', '=', id).execute()
  await run()
  await s.db.updateTable('user').set(before).where('id', '=', id).execute()
}

test('permits the chosen access codes only, and shows them in the profile', async () => {
  const client = await clientBy(s.superadmin)
  expect(await statusOf(client)).toBe(200)
  expect(await statusOf(client, '/bank')).toBe(403)
  expect(await statusOf(client, '/setting')).toBe(403)
  expect((await client.post('/billing/create', {})).status).toBe(403)
  const { role } = must<any>(await client.get('/profile'))
  expect(role.accesses).toStrictEqual(billCodes)
})

test('returns the token once and stores only its hash', async () => {
  const { token } = await make(s.admin)
  expect(token).toMatch(/^nada_[\w-]{43}$/)
  const rows = await s.db.selectFrom('token_akses').selectAll().execute()
  expect(rows[0]?.token_hash).toBe(sha256(token))
  const listed = JSON.stringify(must(await s.admin.get('/profile/token')))
  for (const text of [JSON.stringify(rows), listed]) expect(text).not.toContain(token)
  expect(listed).toContain(token.slice(0, 9))
  const log = await s.db.selectFrom('audit').selectAll().where('aksi', '=', 'buat-token').execute()
  expect(JSON.stringify(log)).not.toContain(token)
})

test('limits the rows to the chosen outlets, also for a superadmin', async () => {
  const { ids } = s
  const [here, there] = [
    await makeBill(s, ids.akun, 100_000),
    await makeBill(s, ids.akun2, 100_000, { gedung_id: ids.gedung2 }),
  ]
  for (const by of [s.superadmin, s.admin]) {
    const client = await clientBy(by, { gedung: [ids.gedung2] })
    expect(await statusOf(client, `/billing/view?id=${here}`)).toBe(404)
    expect(await statusOf(client, `/billing/view?id=${there}`)).toBe(200)
    const rows = must<{ gedung_id: number }[]>(await client.get('/billing'))
    expect(new Set(rows.map(({ gedung_id }) => gedung_id))).toStrictEqual(new Set([ids.gedung2]))
    const payment = {
      akun_billing_id: ids.akun,
      gedung_id: ids.gedung,
      tanggal: '2025-01-05',
      metode: MetodePembayaran.tunai,
      jumlah: 100_000,
    }
    expect((await client.post('/billing-payment/create', payment)).status).toBe(422)
  }
})

test('loses an outlet, a code and the right to tokens together with its owner', async () => {
  const { ids } = s
  const both = await clientBy(s.superadmin, { gedung: [ids.gedung, ids.gedung2] })
  const free = await clientBy(s.admin)
  const bound = await clientBy(s.admin, { nama: 'Satu outlet', gedung: [ids.gedung] })
  await s.db
    .insertInto('user_gedung')
    .values({ user_id: ids.admin, gedung_id: ids.gedung2 })
    .execute()
  const bill = await makeBill(s, ids.akun, 100_000)
  expect(await statusOf(free, `/billing/view?id=${bill}`)).toBe(404)
  expect(await statusOf(bound)).toBe(401)
  expect(await statusOf(both, `/billing/view?id=${bill}`)).toBe(200)
  await s.db.deleteFrom('user_gedung').where('user_id', '=', ids.admin).execute()
  expect(await statusOf(bound)).toBe(200)
  const { accesses } = await s.db
    .selectFrom('role')
    .select('accesses')
    .where('id', '=', RoleId.admin)
    .executeTakeFirstOrThrow()
  const setCodes = (codes: string) =>
    s.db.updateTable('role').set({ accesses: codes }).where('id', '=', RoleId.admin).execute()
  await setCodes('["profile/token","billing/view"]')
  expect(await statusOf(free)).toBe(403)
  expect(must<any[]>(await s.admin.get('/profile/token'))[0].kode).toStrictEqual(['billing/view'])
  await setCodes('["billing/index"]')
  expect(await statusOf(free)).toBe(401)
  await setCodes(accesses)
  expect(await statusOf(free)).toBe(200)
})

test('ends by expiry, revocation, and everything that ends the sessions of its owner', async () => {
  const { id, token } = await make(s.admin)
  const client = clientWith(s.app, token)
  const set = (kedaluwarsa: string) =>
    s.db.updateTable('token_akses').set({ kedaluwarsa }).where('id', '=', id).execute()
  await set(new Date(Date.now() - 1000).toISOString())
  expect(await statusOf(client)).toBe(401)
  expect(must(await s.admin.get('/profile/token'))).toStrictEqual([])
  await set(new Date(Date.now() + 60_000).toISOString())
  expect(await statusOf(client)).toBe(200)
  expect((await s.superadmin.post('/profile/cabut-token', { id })).status).toBe(404)
  must(await s.admin.post('/profile/cabut-token', { id }))
  expect(await statusOf(client)).toBe(401)
  expect((await s.admin.post('/profile/cabut-token', { id })).status).toBe(404)

  const second = await clientBy(s.admin)
  await withUser(s.ids.admin, { status: UserStatus.nonaktif }, async () => {
    expect(await statusOf(second)).toBe(401)
  })
  expect(await statusOf(second)).toBe(200)
  const newPassword = { password: 'kuda-lumping-8', re_password: 'kuda-lumping-8' }
  const { id: colleague } = must(
    await s.superadmin.post<{ id: number }>('/user/create', {
      role_id: RoleId.admin,
      name: 'Admin Lain',
      email: 'admin.lain@contoh.id',
      password: 'kuda-lumping-7',
    }),
  )
  await s.db
    .updateTable('user')
    .set({ harus_ganti_password: 0 })
    .where('id', '=', colleague)
    .execute()
  const third = await clientBy(await s.as(colleague), { password: 'kuda-lumping-7' })
  must(await s.superadmin.post(`/user/reset-password?id=${colleague}`, newPassword))
  await withUser(colleague, { harus_ganti_password: 0 }, async () => {
    expect(await statusOf(third)).toBe(401)
  })
})

test('does nothing while its owner must change the password or set up a second factor', async () => {
  const client = await clientBy(s.admin)
  await withUser(s.ids.admin, { harus_ganti_password: 1 }, async () => {
    expect(await statusOf(client)).toBe(403)
    expect((await client.post('/profile/update-password', {})).status).toBe(403)
  })
  const setRequired = (value: string) =>
    s.db.updateTable('setting').set({ value }).where('key', '=', 'wajib_dua_langkah').execute()
  await setRequired('true')
  expect(await statusOf(client)).toBe(403)
  expect((await client.post('/profile/siapkan-dua-langkah', {})).status).toBe(403)
  await setRequired('false')
  expect(await statusOf(client)).toBe(200)
})

test('cannot call what changes a sign-in, an account, a role or tokens', async () => {
  const kode = ['billing/index', 'user/view', 'user/peserta']
  const client = await clientBy(s.superadmin, { kode })
  for (const path of [
    '/auth/logout',
    '/profile/update',
    '/profile/update-password',
    '/profile/akhiri-sesi-lain',
    '/profile/matikan-dua-langkah',
    '/profile/buat-token',
    '/profile/cabut-token',
    '/user/kalender',
    '/user/update',
    '/user/create',
    '/user/reset-password',
    '/role/create',
  ])
    expect((await client.post(path, input())).status, path).toBe(403)
  expect(await statusOf(client, '/profile/token')).toBe(403)
  for (const code of ['*', 'profile/token', 'user/update', 'role/update', 'setting/update', 'x/y'])
    expect((await s.admin.post('/profile/buat-token', input({ kode: [code] }))).status).toBe(422)
  // A code that was stored in another way permits nothing either.
  await s.db.updateTable('token_akses').set({ kode: '["*","user/update"]' }).execute()
  for (const path of ['/billing', '/bank']) expect(await statusOf(client, path)).toBe(403)
  expect((await client.post('/user/update?id=1', { versi: 1 })).status).toBe(403)
})

test('is created by staff only, within their codes and outlets, with the password', async () => {
  const refused = async (by: Client, body: Body) =>
    (await by.post('/profile/buat-token', input(body))).status
  expect(await refused(s.admin2, { gedung: [s.ids.gedung] })).toBe(422)
  expect(await refused(s.admin, { gedung: [999] })).toBe(422)
  expect(await refused(s.admin, { kode: ['bank/create'] })).toBe(422)
  expect(await refused(s.admin, { kode: [] })).toBe(422)
  expect(await refused(s.admin, { masa: 366 })).toBe(422)
  expect(await refused(s.admin, { password: 'salah' })).toBe(422)
  for (const by of [s.sales, s.pelatih, s.akun, s.peserta]) expect(await refused(by, {})).toBe(403)
  const role = await s.superadmin.post<{ id: number }>('/role/create', {
    name: 'Keluarga dengan token',
    dasar_role_id: RoleId.akunBilling,
    accesses: ['billing/index', 'profile/token'],
  })
  await withUser(s.ids.akun, { role_id: must(role).id }, async () => {
    expect(await refused(s.akun, { kode: ['billing/index'] })).toBe(403)
    expect(await statusOf(s.akun, '/profile/token')).toBe(403)
  })
})

test('has its own name among the valid tokens, and at most 20 of them per user', async () => {
  await make(s.admin)
  expect((await s.admin.post('/profile/buat-token', input())).status).toBe(422)
  for (let n = 1; n < tokensPerUser; n++) await make(s.admin, { nama: `Token ${n}` })
  expect((await s.admin.post('/profile/buat-token', input({ nama: 'Lagi' }))).status).toBe(409)
  await s.db.updateTable('token_akses').set({ kedaluwarsa: '2020-01-01' }).execute()
  await make(s.admin, { nama: 'Lagi' })
})

test('notes its last use at most once a minute, and its name in the audit log', async () => {
  const { id, token } = await make(s.superadmin, { nama: 'Toko' })
  const client = clientWith(s.app, token)
  const read = async () =>
    (
      await s.db
        .selectFrom('token_akses')
        .select('terpakai')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).terpakai
  expect(await read()).toBeNull()
  await client.get('/billing')
  const first = await read()
  expect(first).not.toBeNull()
  await client.get('/billing')
  expect(await read()).toBe(first)
  const long = new Date(Date.now() - 61_000).toISOString()
  await s.db.updateTable('token_akses').set({ terpakai: long }).where('id', '=', id).execute()
  await client.get('/billing')
  expect((await read())! > long).toBe(true)
  const bill = await makeBill(s, s.ids.akun, 50_000)
  const { gedung_id } = must<any>(await client.get(`/billing/view?id=${bill}`))
  must(
    await client.post('/billing-payment/create', {
      akun_billing_id: s.ids.akun,
      gedung_id,
      tanggal: '2025-01-05',
      metode: MetodePembayaran.tunai,
      jumlah: 50_000,
    }),
  )
  const log = await s.db
    .selectFrom('audit')
    .select(['user_nama', 'created_by'])
    .where('entitas', '=', 'billing-payment')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(log).toMatchObject({ created_by: 1, user_nama: expect.stringMatching(/ \(token Toko\)$/) })
})

test('is listed and revoked by staff who may end the links of its owner', async () => {
  const client = await clientBy(await s.as(s.ids.admin2))
  const path = `/user/tautan?id=${s.ids.admin2}`
  const [link] = must<any[]>(await s.superadmin.get(path))
  expect(link).toMatchObject({ jenis: 'token', untuk: 'Kasir toko', terakhir: null })
  const end = { jenis: 'token', tautan_id: link.tautan_id }
  const revoke = `/user/cabut-tautan?id=${s.ids.admin2}`
  expect((await s.admin.post(revoke, end)).status).toBe(404)
  expect(must<any>(await s.superadmin.post(revoke, end)).jumlah).toBe(1)
  expect(await statusOf(client)).toBe(401)
})
