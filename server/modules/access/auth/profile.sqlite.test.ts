/**
 * Tests the caller's own profile: contact data and sessions. Data of other users must not be
 * accessible.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RoleId, UserStatus } from '#contract/enums.ts'
import type { Client } from '#mocks/api/api.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { hashPassword } from '#server/http/auth.ts'

let s: School
const password = 'sandi saya 1'
beforeAll(async () => {
  s = await makeSchool()
  await s.db
    .updateTable('user')
    .set({ password_hash: await hashPassword(password) })
    .where('id', 'in', [s.ids.pelatih, s.ids.akun, s.ids.peserta])
    .execute()
})
afterAll(() => s.close())
beforeEach(async () => {
  await s.db.deleteFrom('batas_laju').execute()
  s.outbox.length = 0
})
const detail = async (c: Client) => must(await c.get('/profile/detail'))
const update = async (c: Client, body: Record<string, unknown>) =>
  c.post('/profile/update', { versi: (await detail(c)).versi, ...body })

describe('profile details', () => {
  test('shows each role its own data and the number of its own rows', async () => {
    expect(await detail(s.pelatih)).toMatchObject({
      id: s.ids.pelatih,
      name: 'Citra Guru',
      role: 'Guru',
      milik: { peserta: 0, kelas: 2, kursus: 0 },
    })
    expect(await detail(s.akun)).toMatchObject({
      id: s.ids.akun,
      milik: { peserta: 2, kelas: 0, kursus: 0 },
    })
    expect(await detail(s.peserta)).toMatchObject({
      id: s.ids.peserta,
      akun_billing: 'Fajar Santoso',
      gedung: 'Nada Jakarta',
      no_induk: expect.any(String),
      wali_nama: 'Wali',
      milik: { peserta: 0, kelas: 0, kursus: 1 },
    })
    expect(JSON.stringify(await detail(s.superadmin))).not.toMatch(/hash|token/)
  })
})

describe('contact data', () => {
  test('normalizes, indexes and audits a change by the user', async () => {
    must(
      await update(s.pelatih, {
        phone: '0813 1111 2222',
        kota: '  Kota   Baru ',
        alamat: 'Jl. Anggrek 3',
      }),
    )
    expect(await detail(s.pelatih)).toMatchObject({
      phone: '+6281311112222',
      kota: 'Kota Baru',
      alamat: 'Jl. Anggrek 3',
      kode_pos: null,
    })
    expect(must(await s.admin.get('/user?q=81311112222')).map((u: { id: number }) => u.id)).toEqual(
      [s.ids.pelatih],
    )
    const audit = must(await s.superadmin.get(`/audit?entitas=user&entitas_id=${s.ids.pelatih}`))
    expect(audit[0]).toMatchObject({
      aksi: 'update',
      user_nama: 'Citra Guru',
      sesudah: { kota: 'Kota Baru' },
    })
  })
  test('keeps omitted fields', async () => {
    const before = await detail(s.pelatih)
    must(await update(s.pelatih, { kota: 'Depok' }))
    expect(await detail(s.pelatih)).toEqual({ ...before, kota: 'Depok', versi: before.versi + 1 })
  })
  test('ignores name, role, status, user name, outlet, payer, sales and password', async () => {
    const read = () =>
      s.db.selectFrom('user').selectAll().where('id', '=', s.ids.peserta).executeTakeFirstOrThrow()
    const before = await read()
    must(
      await update(s.peserta, {
        name: 'Lain',
        role_id: RoleId.superadmin,
        status: UserStatus.nonaktif,
        username: 'lain',
        gedung_id: s.ids.gedung2,
        akun_billing_id: s.ids.akun2,
        sales_id: null,
        password_hash: 'x',
        harus_ganti_password: 0,
        token_versi: 9,
        id: s.ids.admin,
        kota: 'Bogor',
      }),
    )
    expect(await read()).toEqual({
      ...before,
      kota: 'Bogor',
      cari: expect.any(String),
      versi: before.versi + 1,
      updated_at: expect.any(String),
      updated_by: s.ids.peserta,
    })
  })
  test.each<[string, Record<string, unknown>]>([
    ['phone', { phone: null, email: null }],
    ['phone', { phone: 'abc' }],
    ['kode_pos', { kode_pos: '12' }],
    ['email', { email: 'bukan' }],
    ['versi', { versi: 'x' }],
  ])('rejects for a coach the field %s: %j', async (field, body) => {
    const { status, data } = await update(s.pelatih, body)
    expect([status, data.errors?.[0]?.field]).toEqual([422, field])
  })
  test('accepts only a photo uploaded by the user and deletes the previous one', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const uploadPhoto = async (c: Client): Promise<number> =>
      must(await c.upload<{ id: number }>('/berkas/unggah', 'saya.png', png, { jenis: 'foto' })).id
    const photo = await uploadPhoto(s.pelatih)
    must(await update(s.pelatih, { foto: photo }))
    expect([(await detail(s.pelatih)).foto, must(await s.pelatih.get('/profile')).foto]).toEqual([
      photo,
      photo,
    ])
    const foreign = await uploadPhoto(s.sales)
    for (const foto of [foreign, 999_999])
      expect((await update(s.pelatih, { foto })).data.errors?.[0]?.field).toBe('foto')
    const next = await uploadPhoto(s.pelatih)
    must(await update(s.pelatih, { foto: next }))
    expect(
      (
        await s.db
          .selectFrom('berkas')
          .select('id')
          .where('entitas', '=', 'user')
          .where('entitas_id', '=', s.ids.pelatih)
          .execute()
      ).map((b) => b.id),
    ).toEqual([next])
    must(await update(s.pelatih, { foto: null }))
    expect((await detail(s.pelatih)).foto).toBeNull()
  })
  test('keeps one contact of a payer, and the email of a payer billed by email', async () => {
    const refused = async (body: Record<string, unknown>) => {
      const { status, data } = await update(s.akun, { password, ...body })
      return [status, ...(data.errors ?? []).map((e: { field: string }) => e.field)]
    }
    expect(await refused({ email: null, phone: null })).toEqual([422, 'phone'])
    const billBy = (kirim_via: 'email' | 'wa') =>
      s.db
        .updateTable('akun_billing_profil')
        .set({ kirim_via })
        .where('user_id', '=', s.ids.akun)
        .execute()
    await billBy('email')
    expect(await refused({ email: null })).toEqual([422, 'email'])
    await billBy('wa')
    must(await update(s.akun, { email: null, password }))
  })
  test('rejects an outdated version', async () => {
    const { versi } = await detail(s.pelatih)
    must(await s.pelatih.post('/profile/update', { versi, kota: 'A' }))
    const { status, data } = await s.pelatih.post('/profile/update', { versi, kota: 'B' })
    expect([status, data.current.versi]).toEqual([409, versi + 1])
  })
})

describe('a change of the email address', () => {
  test('requires the password, notifies the old address and invalidates its code', async () => {
    const old = (await detail(s.pelatih)).email
    await s.anonymous.post(`/auth/send-otp?email=${old}`)
    const code = /^\d{6}$/m.exec(s.outbox[0]?.text ?? '')?.[0]
    for (const wrong of [undefined, '', 'salah-salah']) {
      const { status, data } = await update(s.pelatih, {
        email: 'citra.baru@contoh.id',
        ...(wrong !== undefined && { password: wrong }),
      })
      expect([status, data.errors?.[0]?.field]).toEqual([422, 'password'])
    }
    must(await update(s.pelatih, { email: ' Citra.Baru@contoh.id', password }))
    expect((await detail(s.pelatih)).email).toBe('citra.baru@contoh.id')
    expect(s.outbox.at(-1)).toMatchObject({
      to: old,
      subject: 'Email akun Anda diganti – Nada',
      text: expect.stringContaining('citra.baru@contoh.id'),
    })
    for (const email of [old, 'citra.baru@contoh.id'])
      expect(
        (
          await s.anonymous.post(`/auth/reset-password?email=${email}&otp=${code}`, {
            password: 'sandi lain 1',
            re_password: 'sandi lain 1',
          })
        ).status,
      ).toBe(422)
  })
  test('treats the same email in another case as unchanged', async () => {
    must(await update(s.pelatih, { email: (await detail(s.pelatih)).email.toUpperCase() }))
    expect(s.outbox).toEqual([])
  })
  test('rejects the address of another user', async () => {
    const { status, data } = await update(s.pelatih, { email: 'ayu.admin@contoh.id', password })
    expect([status, data.errors?.[0]?.field]).toEqual([409, 'email'])
  })
  test('counts wrong passwords towards the shared limit', async () => {
    for (let i = 0; i < 5; i++)
      expect((await update(s.akun, { email: 'f@contoh.id', password: 'salah-salah' })).status).toBe(
        422,
      )
    expect((await update(s.akun, { email: 'f@contoh.id', password })).status).toBe(429)
    expect(
      (
        await s.akun.post('/profile/update-password', {
          old_password: password,
          password: 'sandi lain 1',
          re_password: 'sandi lain 1',
        })
      ).status,
    ).toBe(429)
  })
  test('limits attempts with an address already in use', async () => {
    for (let i = 0; i < 5; i++)
      expect((await update(s.akun, { email: 'ayu.admin@contoh.id', password })).status).toBe(409)
    expect((await update(s.akun, { email: 'ayu.admin@contoh.id', password })).status).toBe(429)
  })
})

describe('sessions', () => {
  const list = async (c: Client): Promise<{ id: number; ini: boolean }[]> =>
    must(await c.get('/profile/sesi'))
  test('lists the user’s active sessions without hashes and marks the current one', async () => {
    const [firstClient, secondClient] = [await s.as(s.ids.sales), await s.as(s.ids.sales)]
    const sessions = await list(firstClient)
    expect(sessions).toHaveLength(3)
    expect(sessions.filter((x) => x.ini)).toHaveLength(1)
    expect(sessions.find((x) => x.ini)?.id).not.toBe(
      (await list(secondClient)).find((x) => x.ini)?.id,
    )
    expect(JSON.stringify(sessions)).not.toMatch(/hash|token/)
    await s.db
      .updateTable('sesi')
      .set({ terpakai: new Date(Date.now() - 12.1 * 3_600_000).toISOString() })
      .where('id', '=', sessions.find((x) => !x.ini)!.id)
      .execute()
    expect(await list(firstClient)).toHaveLength(2)
  })
  test('ends one session, keeps the others and rejects ending another user’s', async () => {
    const [ownClient, otherClient] = [await s.as(s.ids.sales), await s.as(s.ids.sales)]
    const id = (await list(otherClient)).find((x) => x.ini)!.id
    const foreign = (await list(s.admin)).find((x) => x.ini)!.id
    expect((await ownClient.post('/profile/akhiri-sesi', { id: foreign })).status).toBe(404)
    must(await ownClient.post('/profile/akhiri-sesi', { id }))
    expect([
      (await otherClient.get('/profile')).status,
      (await ownClient.get('/profile')).status,
      (await s.admin.get('/profile')).status,
    ]).toEqual([401, 200, 200])
    expect((await ownClient.post('/profile/akhiri-sesi', { id })).status).toBe(404)
  })
  test('ends all other sessions at once', async () => {
    const [ownClient, a, b] = [
      await s.as(s.ids.sales),
      await s.as(s.ids.sales),
      await s.as(s.ids.sales),
    ]
    expect(must(await ownClient.post('/profile/akhiri-sesi-lain')).berakhir).toBeGreaterThanOrEqual(
      2,
    )
    expect([
      (await ownClient.get('/profile')).status,
      (await a.get('/profile')).status,
      (await b.get('/profile')).status,
      (await s.admin.get('/profile')).status,
    ]).toEqual([200, 401, 401, 200])
    expect(await list(ownClient)).toHaveLength(1)
  })
  test('deletes sessions idle for a day at the next login', async () => {
    const old = await s.as(s.ids.peserta)
    await s.db
      .updateTable('sesi')
      .set({ terpakai: new Date(Date.now() - 24 * 3_600_000).toISOString() })
      .where('id', '=', (await list(old)).find((x) => x.ini)!.id)
      .execute()
    const count = async () =>
      (await s.db.selectFrom('sesi').select('id').where('user_id', '=', s.ids.peserta).execute())
        .length
    const before = await count()
    await s.db
      .updateTable('user')
      .set({ username: 'hana' })
      .where('id', '=', s.ids.peserta)
      .execute()
    must(await s.anonymous.post('/auth/login', { username: 'hana', password }))
    expect(await count()).toBe(before)
  })
})
