/**
 * Tests the second factor: set-up, login, rejection of used codes, the setting that requires it,
 * turning it off, and its removal by staff.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { testKeys, type Client } from '#mocks/api/api.ts'
import { setUpSecondFactor } from '#mocks/people/secondFactor.ts'
import { codeOf } from '#mocks/people/totp.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { makeDataKeys } from '#server/crypto/dataKeys.ts'
import { prepareSecrets } from '#server/crypto/keyFile.ts'
import { hashPassword } from '#server/http/auth.ts'

const password = 'hujan turun pagi'
const step = 30_000
const reason = { alasan: 'Ponselnya hilang di jalan' }
let s: School
let hash: string
interface Refused {
  message: string
  dua_langkah?: boolean
  errors?: { field: string }[]
}

beforeAll(async () => {
  s = await makeSchool()
  hash = await hashPassword(password)
})
afterAll(() => s.close())
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const table of ['batas_laju', 'dua_langkah', 'kode_pemulihan', 'rahasia', 'audit'] as const)
    await s.db.deleteFrom(table).execute()
  await s.db.updateTable('user').set({ password_hash: hash, harus_ganti_password: 0 }).execute()
  await demand(false)
  // A change of the second factor ends the user's sessions, so each test logs all users in again.
  const { superadmin, admin, admin2, pelatih, sales, akun, peserta } = s.ids
  Object.assign(s, {
    superadmin: await s.as(superadmin),
    admin: await s.as(admin),
    admin2: await s.as(admin2),
    pelatih: await s.as(pelatih),
    sales: await s.as(sales),
    akun: await s.as(akun),
    peserta: await s.as(peserta),
  })
  s.outbox.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})
/**
 * Moves the clock forward by a number of 30-second steps, after which the phone app shows another
 * code.
 */
const wait = (steps = 1) => vi.setSystemTime(Date.now() + steps * step)
const demand = async (on: boolean) => {
  await s.db
    .updateTable('setting')
    .set({ value: String(on) })
    .where('key', '=', 'wajib_dua_langkah')
    .execute()
}

const setUp = (client: Client, kode?: string) => setUpSecondFactor(client, password, kode)
const usernameOf = async (id: number) =>
  (await s.db.selectFrom('user').select('username').where('id', '=', id).executeTakeFirstOrThrow())
    .username ?? ''
const login = async (id: number, kode?: string, secret = password) => {
  const { status, data } = await s.anonymous.post<Refused & { key?: string }>('/auth/login', {
    username: await usernameOf(id),
    password: secret,
    kode,
  })
  return { status, ...data }
}
const actions = async () =>
  (await s.db.selectFrom('audit').select('aksi').orderBy('id').execute()).map((a) => a.aksi)
const mails = () => s.outbox.map((m) => m.subject.split(' – ')[0])

describe('setup', () => {
  test('requires password and code, returns recovery codes, ends sessions, notifies', async () => {
    const [client, otherClient] = [await s.as(s.ids.sales), await s.as(s.ids.sales)]
    expect(
      (await client.post('/profile/siapkan-dua-langkah', { password: 'salah-salah' })).data
        .errors[0].field,
    ).toBe('password')
    expect((await client.post('/profile/aktifkan-dua-langkah', { kode: '123456' })).status).toBe(
      409,
    )
    const { rahasia, uri } = must(await client.post('/profile/siapkan-dua-langkah', { password }))
    expect(rahasia).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toMatch(
      new RegExp(`^otpauth://totp/Nada:dewi.sales\\?issuer=Nada&secret=${rahasia}&`),
    )
    // Login requires no code until the user has confirmed a first code.
    expect(must(await client.get('/profile/dua-langkah'))).toEqual({
      aktif_at: null,
      wajib: false,
      sisa_kode: 0,
    })
    expect((await login(s.ids.sales)).status).toBe(200)
    for (const kode of ['000000', '٣٤٥٦٧٨', 'Ελλάς ς'])
      expect(
        (await client.post('/profile/aktifkan-dua-langkah', { kode })).data.errors[0].field,
      ).toBe('kode')
    const { kode_pemulihan } = must(
      await client.post('/profile/aktifkan-dua-langkah', { kode: codeOf(rahasia) }),
    )
    expect(kode_pemulihan).toHaveLength(10)
    expect(new Set(kode_pemulihan).size).toBe(10)
    for (const kode of kode_pemulihan)
      expect(kode).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(must(await client.get('/profile/dua-langkah'))).toMatchObject({
      aktif_at: expect.any(String),
      sisa_kode: 10,
    })
    expect((await otherClient.get('/profile')).status).toBe(401)
    expect(await actions()).toEqual(['siapkan-dua-langkah', 'login', 'aktifkan-dua-langkah'])
    expect(mails()).toEqual(['Verifikasi dua langkah aktif'])
  })
  test('expires a secret not confirmed within half an hour', async () => {
    const { rahasia } = must(await s.sales.post('/profile/siapkan-dua-langkah', { password }))
    wait(61)
    expect(
      (await s.sales.post('/profile/aktifkan-dua-langkah', { kode: codeOf(rahasia) })).status,
    ).toBe(409)
  })
  test('neither stores secret and codes in clear, audits them nor returns them again', async () => {
    const { rahasia, kode_pemulihan } = await setUp(s.sales)
    const stored = JSON.stringify([
      await s.db.selectFrom('rahasia').selectAll().execute(),
      await s.db.selectFrom('kode_pemulihan').selectAll().execute(),
      await s.db.selectFrom('audit').selectAll().execute(),
      s.outbox,
    ])
    for (const secret of [
      rahasia,
      ...kode_pemulihan,
      ...kode_pemulihan.map((k) => k.replaceAll('-', '')),
    ])
      expect(stored).not.toContain(secret)
    expect(
      JSON.stringify(
        (await s.superadmin.get(`/user/view?id=${s.ids.sales}&expand=dua_langkah`)).data,
      ),
    ).not.toContain(rahasia)
    expect(must(await s.sales.post(`/user/lihat-nik?id=${s.ids.sales}`))).toEqual({
      nik: null,
      no_paspor: null,
      no_rekening: null,
    })
  })
  test('re-encrypts the secret after a key change and binds it to its owner', async () => {
    const { rahasia } = await setUp(s.sales)
    const key = (byte: number) => Buffer.alloc(32, byte)
    const both = makeDataKeys([key(9), key(7)])
    expect(await prepareSecrets(s.db, both)).toBe(1)
    const row = await s.db.selectFrom('rahasia').selectAll().executeTakeFirstOrThrow()
    expect([row.kunci_id, both.decrypt(row, `user:${s.ids.sales}:totp`)]).toEqual([
      both.id,
      rahasia,
    ])
    expect(() => both.decrypt(row, `user:${s.ids.pelatih}:totp`)).toThrow('authenticate')
    await prepareSecrets(s.db, makeDataKeys([key(7), key(9)]))
    wait()
    expect((await login(s.ids.sales, codeOf(rahasia))).status).toBe(200)
    expect(testKeys.has(row.kunci_id)).toBe(false)
  })
  test('replaces the secret for another phone with the old code and the password', async () => {
    const first = await setUp(s.sales)
    wait()
    expect(
      (await s.sales.post('/profile/siapkan-dua-langkah', { password })).data.errors[0].field,
    ).toBe('kode')
    const second = await setUp(s.sales, codeOf(first.rahasia))
    wait()
    expect((await login(s.ids.sales, codeOf(first.rahasia))).status).toBe(401)
    expect((await login(s.ids.sales, first.kode_pemulihan[0])).status).toBe(401)
    expect((await login(s.ids.sales, codeOf(second.rahasia))).status).toBe(200)
  })
})

describe('login', () => {
  test('ignores a code for a user without a second factor', async () => {
    expect((await login(s.ids.sales)).status).toBe(200)
    expect((await login(s.ids.sales, '123456')).status).toBe(200)
  })
  test('asks for the code only after the correct password', async () => {
    const { rahasia } = await setUp(s.sales)
    const nobody = await s.anonymous.post('/auth/login', { username: 'bukan.siapa', password })
    for (const kode of [undefined, '123456', codeOf(rahasia, 1)]) {
      const wrong = await login(s.ids.sales, kode, 'salah sekali lagi')
      expect(wrong).toEqual({ status: 401, ...nobody.data })
    }
    expect(await login(s.ids.sales)).toMatchObject({
      status: 401,
      dua_langkah: true,
      message: 'Masukkan kode verifikasi dua langkah',
    })
    expect(await login(s.ids.sales, codeOf(rahasia, 1))).toMatchObject({
      status: 200,
      key: expect.any(String),
    })
  })
  test('accepts a code once, within one time step, and rejects older ones', async () => {
    const { rahasia } = await setUp(s.sales)
    const used = await login(s.ids.sales, codeOf(rahasia))
    expect(used).toMatchObject({
      status: 401,
      dua_langkah: true,
      message: 'Kode salah atau sudah dipakai',
    })
    expect((await login(s.ids.sales, codeOf(rahasia, 2))).status).toBe(401)
    expect((await login(s.ids.sales, codeOf(rahasia, 1))).status).toBe(200)
    wait(1)
    expect((await login(s.ids.sales, codeOf(rahasia, 0))).status).toBe(401)
    wait(3)
    expect((await login(s.ids.sales, codeOf(rahasia, -2))).status).toBe(401)
    const [a, b] = [codeOf(rahasia, -1), ` ${codeOf(rahasia).replace(/(...)/, '$1 ')} `]
    expect((await login(s.ids.sales, b)).status).toBe(200)
    expect((await login(s.ids.sales, a)).status).toBe(401)
  })
  test('accepts one of several concurrent logins with the same code', async () => {
    const { rahasia } = await setUp(s.sales)
    wait()
    const kode = codeOf(rahasia)
    const all = await Promise.all(Array.from({ length: 5 }, () => login(s.ids.sales, kode)))
    expect(all.filter((a) => a.status === 200)).toHaveLength(1)
  })
  test('accepts a recovery code once, in any spelling, and notifies the owner', async () => {
    const { kode_pemulihan } = await setUp(s.sales)
    const [first = '', second = ''] = kode_pemulihan
    s.outbox.length = 0
    expect((await login(s.ids.sales, first)).status).toBe(200)
    expect((await login(s.ids.sales, first)).status).toBe(401)
    expect(
      (
        await login(
          s.ids.sales,
          second.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l'),
        )
      ).status,
    ).toBe(200)
    expect(
      must(
        await s.sales
          .get('/profile/dua-langkah')
          .then(async (a) =>
            a.success ? a : (await s.as(s.ids.sales)).get('/profile/dua-langkah'),
          ),
      ),
    ).toMatchObject({ sisa_kode: 8 })
    expect(mails()).toEqual(['Kode pemulihan dipakai', 'Kode pemulihan dipakai'])
    expect(await actions()).toContain('pakai-kode-pemulihan')
  })
  test('rejects another user’s recovery code', async () => {
    const { kode_pemulihan } = await setUp(s.pelatih)
    await setUp(s.sales)
    expect((await login(s.ids.sales, kode_pemulihan[0])).status).toBe(401)
  })
  test('counts and audits wrong codes', async () => {
    const { rahasia } = await setUp(s.sales)
    wait()
    for (let i = 0; i < 5; i++) expect((await login(s.ids.sales, '000000')).status).toBe(401)
    const full = await login(s.ids.sales, codeOf(rahasia))
    expect([full.status, full.message]).toEqual([
      429,
      expect.stringContaining('Terlalu banyak percobaan'),
    ])
    const failed = await s.db
      .selectFrom('audit')
      .select(['alasan', 'entitas_id', 'created_by'])
      .where('aksi', '=', 'login-gagal')
      .execute()
    expect(failed).toEqual(
      Array.from({ length: 5 }, () => ({
        alasan: 'Kode dua langkah salah',
        entitas_id: s.ids.sales,
        created_by: null,
      })),
    )
    wait(31)
    expect((await login(s.ids.sales, codeOf(rahasia))).status).toBe(200)
  })
  test('rejects further codes for a day after thirty wrong ones', async () => {
    const { rahasia } = await setUp(s.sales)
    for (let i = 0; i < 30; i++) {
      if (i % 5 === 0) wait(31)
      expect((await login(s.ids.sales, '000000')).status).toBe(401)
    }
    wait(31)
    expect((await login(s.ids.sales, codeOf(rahasia))).status).toBe(429)
    wait(24 * 120)
    expect((await login(s.ids.sales, codeOf(rahasia))).status).toBe(200)
  })
})

describe('turning it off and new recovery codes', () => {
  test.each(['/profile/matikan-dua-langkah', '/profile/kode-pemulihan'])(
    '%s requires password and code',
    async (path) => {
      expect((await s.sales.post(path, { password, kode: '123456' })).status).toBe(409)
      const client = await s.as(s.ids.sales)
      const { rahasia } = await setUp(client)
      wait()
      const field = async (body: object) => {
        const { status, data } = await client.post<Refused>(path, { ...body })
        return [status, data.errors?.[0]?.field]
      }
      expect(await field({ password: 'salah-salah', kode: codeOf(rahasia) })).toEqual([
        422,
        'password',
      ])
      expect(await field({ password, kode: '000000' })).toEqual([422, 'kode'])
      expect(await field({ password })).toEqual([422, 'kode'])
      must(await client.post(path, { password, kode: codeOf(rahasia) }))
    },
  )
  test('turns off, deletes all its data and ends other sessions', async () => {
    const [client, otherClient] = [await s.as(s.ids.sales), await s.as(s.ids.sales)]
    const { rahasia } = await setUp(client)
    wait()
    must(await client.post('/profile/matikan-dua-langkah', { password, kode: codeOf(rahasia) }))
    expect((await login(s.ids.sales)).status).toBe(200)
    expect(await s.db.selectFrom('rahasia').select('kolom').execute()).toEqual([])
    expect(await s.db.selectFrom('kode_pemulihan').select('id').execute()).toEqual([])
    expect((await otherClient.get('/profile')).status).toBe(401)
    expect((await client.get('/profile')).status).toBe(200)
    expect(await actions()).toContain('matikan-dua-langkah')
    expect(mails()).toEqual(['Verifikasi dua langkah aktif', 'Verifikasi dua langkah dimatikan'])
  })
  test('replaces all old recovery codes with new ones', async () => {
    const client = await s.as(s.ids.sales)
    const old = await setUp(client)
    must(await client.post('/auth/logout'))
    const again = await s.as(s.ids.sales)
    const { kode_pemulihan } = must(
      await again.post('/profile/kode-pemulihan', { password, kode: old.kode_pemulihan[0] }),
    )
    expect((await login(s.ids.sales, old.kode_pemulihan[1])).status).toBe(401)
    expect((await login(s.ids.sales, kode_pemulihan[0])).status).toBe(200)
    expect(await actions()).toContain('ganti-kode-pemulihan')
  })
})

describe('a second factor required of superadmin and admin', () => {
  const forced = ['/profile', '/profile/dua-langkah'] as const
  test('allows only profile, setup and logout, also in older sessions, until set up', async () => {
    const admin = await s.as(s.ids.admin)
    expect((await admin.get('/gedung')).status).toBe(200)
    await demand(true)
    expect(must(await admin.get('/profile'))).toMatchObject({ harus_dua_langkah: true })
    const refused = await admin.get('/gedung')
    expect([refused.status, refused.data.message]).toEqual([
      403,
      'Pasang verifikasi dua langkah dahulu',
    ])
    for (const path of [
      '/profile/detail',
      '/profile/sesi',
      '/search?q=ha',
      '/setting',
      '/user/view?id=1',
    ])
      expect([path, (await admin.get(path)).status]).toEqual([path, 403])
    for (const path of forced) expect((await admin.get(path)).status).toBe(200)
    expect(must(await admin.get('/profile/dua-langkah'))).toMatchObject({ wajib: true })
    await setUp(admin)
    expect(must(await admin.get('/profile'))).toMatchObject({ harus_dua_langkah: false })
    expect((await admin.get('/gedung')).status).toBe(200)
  })
  test('applies to superadmins and to custom roles by their base, not to other roles', async () => {
    await demand(true)
    expect((await s.superadmin.get('/bank')).status).toBe(403)
    for (const id of [s.ids.pelatih, s.ids.sales, s.ids.akun, s.ids.peserta])
      expect(must(await (await s.as(id)).get('/profile'))).toMatchObject({
        harus_dua_langkah: false,
      })
    await demand(false)
    const role = must(
      await s.superadmin.post<{ id: number }>('/role/create', {
        name: 'Kepala Kantor',
        dasar_role_id: RoleId.admin,
        accesses: ['bank/index'],
      }),
    ).id
    await s.db.updateTable('user').set({ role_id: role }).where('id', '=', s.ids.admin2).execute()
    await demand(true)
    expect((await s.admin2.get('/bank')).data.message).toBe('Pasang verifikasi dua langkah dahulu')
    await s.db
      .updateTable('user')
      .set({ role_id: RoleId.admin })
      .where('id', '=', s.ids.admin2)
      .execute()
  })
  test('requires the password change first', async () => {
    await demand(true)
    await s.db
      .updateTable('user')
      .set({ harus_ganti_password: 1 })
      .where('id', '=', s.ids.admin)
      .execute()
    expect((await s.admin.get('/profile/dua-langkah')).data.message).toBe(
      'Ganti password Anda dahulu',
    )
    must(
      await s.admin.post('/profile/update-password', {
        old_password: password,
        password: 'sepeda biru miring',
        re_password: 'sepeda biru miring',
      }),
    )
    expect((await s.admin.get('/bank')).data.message).toBe('Pasang verifikasi dua langkah dahulu')
  })
  test('rejects turning it off but allows another phone', async () => {
    const admin = await s.as(s.ids.admin)
    const { rahasia } = await setUp(admin)
    await demand(true)
    wait()
    expect(
      (await admin.post('/profile/matikan-dua-langkah', { password, kode: codeOf(rahasia) }))
        .status,
    ).toBe(409)
    await setUp(admin, codeOf(rahasia))
  })
  test('only a superadmin may change the setting, which is off by default', async () => {
    const rows = must(
      await s.superadmin.get<{ key: string; awal: unknown; versi: number }[]>('/setting'),
    )
    const row = rows.find((r) => r.key === 'wajib_dua_langkah')
    expect(row?.awal).toBe(false)
    must(
      await s.superadmin.post('/setting/update', {
        key: 'wajib_dua_langkah',
        value: true,
        versi: row?.versi,
      }),
    )
    expect((await s.superadmin.get('/setting')).status).toBe(403)
  })
})

describe('a reset by a superadmin', () => {
  const reset = (client: Client, id: number, body: Record<string, unknown> = reason) =>
    client.post(`/user/reset-dua-langkah?id=${id}`, body)
  test('requires an audited reason, ends sessions and counters, and sends an email', async () => {
    const client = await s.as(s.ids.sales)
    await setUp(client)
    for (let i = 0; i < 5; i++) await login(s.ids.sales, '000000')
    s.outbox.length = 0
    expect((await reset(s.superadmin, s.ids.sales, {})).status).toBe(422)
    must(await reset(s.superadmin, s.ids.sales))
    expect((await client.get('/profile')).status).toBe(401)
    expect((await login(s.ids.sales)).status).toBe(200)
    expect(mails()).toEqual(['Verifikasi dua langkah disetel ulang'])
    const row = await s.db
      .selectFrom('audit')
      .select(['alasan', 'entitas_id', 'created_by'])
      .where('aksi', '=', 'reset-dua-langkah')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ alasan: reason.alasan, entitas_id: s.ids.sales, created_by: 1 })
    expect((await reset(s.superadmin, s.ids.sales)).status).toBe(409)
  })
  test('rejects other roles and a reset of one’s own', async () => {
    await setUp(await s.as(s.ids.peserta))
    for (const client of [
      s.admin,
      s.pelatih,
      await s.as(s.ids.sales),
      s.akun,
      await s.as(s.ids.peserta),
    ])
      expect((await reset(client, s.ids.peserta)).status).toBe(403)
    await setUp(await s.as(s.ids.superadmin))
    expect((await reset(await s.as(s.ids.superadmin), s.ids.superadmin)).status).toBe(409)
  })
  test('shows who has a second factor only to users who may reset it', async () => {
    await setUp(await s.as(s.ids.peserta))
    const superadmin = await s.as(s.ids.superadmin)
    const list = must(
      await superadmin.get<{ id: number; dua_langkah?: object | null }[]>(
        '/user?expand=dua_langkah&per-page=100',
      ),
    )
    expect(list.filter((u) => u.dua_langkah).map((u) => u.id)).toEqual([s.ids.peserta])
    expect(
      must(await superadmin.get(`/user/view?id=${s.ids.peserta}&expand=dua_langkah`)).dua_langkah,
    ).toEqual({ aktif_at: expect.any(String) })
    expect(
      must(await s.admin.get(`/user/view?id=${s.ids.peserta}&expand=dua_langkah`)).dua_langkah ??
        null,
    ).toBeNull()
  })
  test('is deleted when the person is anonymized', async () => {
    await setUp(await s.as(s.ids.sales2))
    const superadmin = await s.as(s.ids.superadmin)
    await s.db
      .updateTable('user')
      .set({ status: UserStatus.nonaktif })
      .where('id', '=', s.ids.sales2)
      .execute()
    must(
      await superadmin.post(`/user/anonimkan?id=${s.ids.sales2}`, {
        alasan: 'Diminta oleh orangnya',
      }),
    )
    for (const table of ['dua_langkah', 'kode_pemulihan', 'rahasia'] as const)
      expect(await s.db.selectFrom(table).select('user_id').execute()).toEqual([])
  })
})

describe('notification of a password change', () => {
  const fresh = { password: 'sepeda biru miring', re_password: 'sepeda biru miring' }
  test('notifies the owner of their own change', async () => {
    const client = await s.as(s.ids.sales)
    must(await client.post('/profile/update-password', { old_password: password, ...fresh }))
    expect(s.outbox).toMatchObject([
      { to: 'dewi.sales@contoh.id', subject: 'Password Anda diganti – Nada' },
    ])
  })
  test('notifies the owner of a reset by staff, once and only after success', async () => {
    expect(
      (
        await s.admin.post(`/user/reset-password?id=${s.ids.sales}`, {
          ...fresh,
          re_password: 'lain',
        })
      ).status,
    ).toBe(422)
    expect(s.outbox).toEqual([])
    must(await s.admin.post(`/user/reset-password?id=${s.ids.sales}`, fresh))
    const { versi } = must(await s.admin.get(`/user/view?id=${s.ids.pelatih}`))
    must(
      await s.admin.post(`/user/update?id=${s.ids.pelatih}`, { versi, password: fresh.password }),
    )
    must(
      await s.admin.post(`/user/update?id=${s.ids.pelatih}`, { versi: versi + 1, kota: 'Bogor' }),
    )
    expect(s.outbox.map((m) => [m.to, m.subject])).toEqual([
      ['dewi.sales@contoh.id', 'Password Anda disetel ulang – Nada'],
      ['citra.guru@contoh.id', 'Password Anda disetel ulang – Nada'],
    ])
  })
  test('sends nothing to a user without an email address', async () => {
    must(await s.admin.post(`/user/reset-password?id=${s.ids.peserta}`, fresh))
    expect(s.outbox).toEqual([])
  })
})
