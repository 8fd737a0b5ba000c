/** Tests login, sessions, passwords and the limits on attempts (domain.md 3.13). */
import * as argon2 from '@node-rs/argon2'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { openApi, schoolCost, testKeys, type TestApi } from '#mocks/api/api.ts'
import { must } from '#mocks/school/school.ts'
import { createApp } from '#server/app.ts'
import { authenticate, hashPassword, sha256 } from '#server/http/auth.ts'

vi.mock('@node-rs/argon2', { spy: true })

let api: TestApi
let ids: { super: number; admin: number; inactive: number; deleted: number; student: number }
let log: string[] = []
const password = 'rahasia-benar'
const peer = (env: unknown) => (env as { ip?: string } | undefined)?.ip ?? '10.0.0.1'
const build = (trustProxy = 0) =>
  createApp({
    db: api.db,
    dataKeys: testKeys,
    log: pino(
      { level: 'trace' },
      {
        write: (line) => {
          log.push(line)
        },
      },
    ),
    peer,
    trustProxy,
  })

interface Data {
  key: string
  message: string
  status: number
  errors?: { field: string; message: string }[]
}
const post = async (
  path: string,
  body: object,
  {
    token,
    ip = '10.0.0.1',
    headers = {},
    app = build(),
  }: {
    token?: string | undefined
    ip?: string
    headers?: Record<string, string>
    app?: ReturnType<typeof build>
  } = {},
) => {
  const response = await app.request(
    `/api${path}`,
    {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    },
    { ip },
  )
  return {
    status: response.status,
    headers: response.headers,
    data: ((await response.json()) as { data: Data }).data,
  }
}
const login = (username: string, pass = password, more: Parameters<typeof post>[2] = {}) =>
  post('/auth/login', { username, password: pass }, more)
const get = async (path: string, token: string) => {
  const response = await build().request(`/api${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.status, text: await response.text() }
}
const tokenOf = async (username: string, pass?: string) => {
  const { data, status } = await login(username, pass)
  expect(status).toBe(200)
  return data.key
}

beforeAll(async () => {
  api = await openApi()
  const c = await api.as(1)
  const user = async (body: object) =>
    must(await c.post('/user/create', { role_id: RoleId.admin, password, ...body })).id as number
  ids = {
    super: 1,
    admin: await user({ name: 'Ayu Admin', username: 'ayu', email: 'ayu@contoh.id' }),
    inactive: await user({
      name: 'Nonaktif',
      username: 'nonaktif',
      email: 'n@contoh.id',
      status: 1,
    }),
    deleted: await user({ name: 'Dihapus', username: 'dihapus', email: 'd@contoh.id' }),
    student: await user({
      name: 'Tanpa Sandi',
      username: 'tanpa',
      email: 't@contoh.id',
      password: null,
    }),
  }
  await api.db.updateTable('user').set({ status: 0 }).where('id', '=', ids.deleted).execute()
  await api.db.updateTable('user').set({ harus_ganti_password: 0 }).execute()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.deleteFrom('batas_laju').execute()
  log = []
})

describe('login', () => {
  test('accepts user name and e-mail, in any case', async () => {
    for (const name of ['ayu', 'AYU', ' ayu ', 'ayu@contoh.id', 'Ayu@Contoh.ID']) {
      const { status, data, headers } = await login(name)
      expect([status, data.key, headers.get('cache-control')], name).toEqual([
        200,
        expect.stringMatching(/^[\w-]{43}$/),
        'no-store',
      ])
      expect((await get('/profile', data.key)).status).toBe(200)
    }
  })
  test('gives a wrong password and an unknown or deleted user one response and cost', async () => {
    const answers = []
    for (const [name, pass] of [
      ['ayu', 'salah-salah'],
      ['siapa-ini', password],
      ['dihapus', password],
      ['tanpa', password],
      ['x@y.id', password],
    ] as const) {
      const { verify } = vi.mocked(argon2)
      verify.mockClear()
      const { status, data, headers } = await login(name, pass)
      answers.push({
        status,
        data,
        auth: headers.get('www-authenticate'),
        work: verify.mock.calls.map(([hash]) => String(hash).split('$').slice(1, 4).join('$')),
      })
    }
    expect(new Set(answers.map((a) => JSON.stringify(a))).size).toBe(1)
    expect(answers[0]).toMatchObject({
      status: 401,
      auth: 'Bearer',
      work: [expect.stringMatching(/^argon2id\$/)],
      data: { message: 'Username atau password salah' },
    })
  })
  test('reports an inactive account only after the right password', async () => {
    expect((await login('nonaktif', 'salah-salah')).data.message).toBe(
      'Username atau password salah',
    )
    const right = await login('nonaktif')
    expect([right.status, right.data.message]).toEqual([401, 'Akun belum aktif. Hubungi sekolah.'])
  })
  test('takes a password as typed, with its spaces', async () => {
    const spaced = '  dua  spasi  '
    await api.db
      .updateTable('user')
      .set({ password_hash: await hashPassword(spaced) })
      .where('id', '=', ids.student)
      .execute()
    expect((await login('tanpa', spaced)).status).toBe(200)
    expect((await login('tanpa', spaced.trim())).status).toBe(401)
    await api.db
      .updateTable('user')
      .set({ password_hash: null })
      .where('id', '=', ids.student)
      .execute()
  })
  test.each([
    {},
    { username: 'ayu' },
    { username: '', password: '' },
    { username: { $ne: 1 }, password: ['x'] },
    { username: 'a'.repeat(121), password: 'x' },
    { username: 'ayu', password: 'x'.repeat(201) },
  ])('returns 422 for %j', async (body) => {
    expect((await post('/auth/login', body)).status).toBe(422)
  })
  test('treats names that look like SQL or patterns as names', async () => {
    for (const name of ["' or 1=1 --", '%', '_yu', 'ayu;', '__proto__'])
      expect((await login(name)).status, name).toBe(401)
  })
})

describe('too many attempts', () => {
  test('returns 429 after five failures of a user from an address; other pairs go on', async () => {
    for (let i = 0; i < 5; i++) expect((await login('ayu', 'salah-salah')).status).toBe(401)
    const full = await login('ayu')
    expect(full.status).toBe(429)
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
    expect((await login('ayu', password, { ip: '10.0.0.2' })).status).toBe(200)
    expect((await login('superadmin', 'rahasia-uji')).status).toBe(200)
  })
  test('counts simultaneous attempts each', async () => {
    const statuses = (
      await Promise.all(Array.from({ length: 12 }, () => login('ayu', 'salah-salah')))
    ).map((a) => a.status)
    expect(statuses.filter((s) => s === 401).length).toBe(5)
    expect(statuses.filter((s) => s === 429).length).toBe(7)
  })
  test('limits an unknown user like a known one', async () => {
    for (let i = 0; i < 5; i++) expect((await login('siapa-ini')).status).toBe(401)
    expect((await login('siapa-ini')).status).toBe(429)
  })
  test('resets the count on a successful login and costs the address nothing', async () => {
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) await login('ayu', 'salah-salah')
      expect((await login('ayu')).status).toBe(200)
    }
    const { jumlah } = await api.db
      .selectFrom('batas_laju')
      .select('jumlah')
      .where('kunci', '=', 'masuk-net:10.0.0.1')
      .executeTakeFirstOrThrow()
    expect(jumlah).toBe(12)
  })
  test('blocks a net after six hundred failures for every user', async () => {
    await api.db
      .insertInto('batas_laju')
      .values({ kunci: 'masuk-net:10.0.0.9', mulai: new Date().toISOString(), jumlah: 599 })
      .execute()
    expect((await login('siapa-1', password, { ip: '10.0.0.9' })).status).toBe(401)
    expect((await login('ayu', password, { ip: '10.0.0.9' })).status).toBe(429)
    expect((await login('ayu')).status).toBe(200)
  })
  test('unblocks after 15 minutes', async () => {
    for (let i = 0; i < 5; i++) await login('ayu', 'salah-salah')
    await api.db
      .updateTable('batas_laju')
      .set({ mulai: new Date(Date.now() - 15 * 60_000 - 1000).toISOString() })
      .execute()
    expect((await login('ayu')).status).toBe(200)
  })
  test('reads X-Forwarded-For only behind a trusted proxy, as the proxy saw it', async () => {
    const from = (forwarded: string, app = build()) =>
      login('ayu', 'salah-salah', { app, headers: { 'x-forwarded-for': forwarded } })
    for (let i = 0; i < 5; i++) expect((await from(`1.1.1.${i}`)).status).toBe(401)
    expect((await from('1.1.1.99')).status).toBe(429)
    await api.db.deleteFrom('batas_laju').execute()
    const proxied = build(1)
    for (let i = 0; i < 5; i++)
      expect((await from(`${i}.6.6.6, 2.2.2.2`, proxied)).status).toBe(401)
    expect((await from('9.6.6.6, 2.2.2.2', proxied)).status).toBe(429)
    expect((await from('2.2.2.2, 3.3.3.3', proxied)).status).toBe(401)
    const two = build(2)
    expect((await from('6.6.6.6, 2.2.2.2, 127.0.0.1', two)).status).toBe(429)
    expect((await from('', two)).status).toBe(401)
  })
})

describe('sessions', () => {
  test('store only the hash of a token', async () => {
    const token = await tokenOf('ayu')
    const stored = JSON.stringify(await api.db.selectFrom('sesi').selectAll().execute())
    expect(stored).toContain(sha256(token))
    expect(stored).not.toContain(token)
    expect((await get('/profile', sha256(token))).status).toBe(401)
  })
  test('revoke only their own token on logout', async () => {
    const [firstToken, secondToken] = [await tokenOf('ayu'), await tokenOf('ayu')]
    expect((await post('/auth/logout', {}, { token: firstToken })).status).toBe(200)
    expect([
      (await get('/profile', firstToken)).status,
      (await get('/profile', secondToken)).status,
    ]).toEqual([401, 200])
    expect((await post('/auth/logout', {}, { token: firstToken })).status).toBe(401)
  })
  test.each([
    ['12 hours unused', { terpakai: -12.1 }, 401],
    ['under 12 hours unused', { terpakai: -11.9 }, 200],
    ['30 days old', { kedaluwarsa: -0.1 }, 401],
  ])('%s', async (_, hours, status) => {
    const token = await tokenOf('ayu')
    const times = Object.fromEntries(
      Object.entries(hours).map(([k, h]) => [
        k,
        new Date(Date.now() + h * 3_600_000).toISOString(),
      ]),
    )
    await api.db.updateTable('sesi').set(times).where('token_hash', '=', sha256(token)).execute()
    expect((await get('/profile', token)).status).toBe(status)
  })
  test('are prolonged by use, without a write on each read', async () => {
    const token = await tokenOf('ayu')
    const used = () =>
      api.db
        .selectFrom('sesi')
        .select('terpakai')
        .where('token_hash', '=', sha256(token))
        .executeTakeFirstOrThrow()
    const first = await used()
    await get('/profile', token)
    expect(await used()).toEqual(first)
    await api.db
      .updateTable('sesi')
      .set({ terpakai: new Date(Date.now() - 6 * 60_000).toISOString() })
      .where('token_hash', '=', sha256(token))
      .execute()
    await get('/profile', token)
    expect(Date.parse((await used()).terpakai)).toBeGreaterThan(Date.now() - 60_000)
  })
  test('last 30 days at most, however they are used', async () => {
    const token = await tokenOf('ayu')
    const { kedaluwarsa } = await api.db
      .selectFrom('sesi')
      .select('kedaluwarsa')
      .where('token_hash', '=', sha256(token))
      .executeTakeFirstOrThrow()
    expect((Date.parse(kedaluwarsa) - Date.now()) / 86_400_000).toBeCloseTo(30, 2)
  })
  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    'Basic YTpi',
    `Bearer ${'a'.repeat(200)}`,
    "Bearer ' or 1=1 --------------------",
    'bearer',
  ])('treats the header %j as a guest', async (header) => {
    expect(await authenticate(api.db, header)).toBeUndefined()
  })
  test('end at once when staff changes the user’s role, status or password', async () => {
    const c = await api.as(1)
    for (const change of [
      { status: 1 },
      { status: UserStatus.aktif },
      { role_id: RoleId.pelatih, phone: '081234567890' },
      { role_id: RoleId.admin },
      { password: 'rahasia-benar' },
    ]) {
      await api.db
        .updateTable('user')
        .set({ harus_ganti_password: 0, status: UserStatus.aktif })
        .where('id', '=', ids.admin)
        .execute()
      const token = await tokenOf('ayu')
      await api.db
        .updateTable('user')
        .set({ status: 'status' in change && change.status === UserStatus.aktif ? 1 : 10 })
        .where('id', '=', ids.admin)
        .execute()
      const { versi } = must(await c.get(`/user/view?id=${ids.admin}`))
      must(await c.post(`/user/update?id=${ids.admin}`, { versi, ...change }))
      expect((await get('/profile', token)).status, JSON.stringify(change)).toBe(401)
    }
    await api.db
      .updateTable('user')
      .set({ harus_ganti_password: 0, status: UserStatus.aktif, role_id: RoleId.admin })
      .where('id', '=', ids.admin)
      .execute()
  })
})

describe('the password', () => {
  const change = (token: string, body: object) => post('/profile/update-password', body, { token })
  const fresh = 'kata sandi baru '
  test('ends the other sessions on a change, not its own, and counts from then on', async () => {
    const [ownToken, otherToken] = [await tokenOf('ayu'), await tokenOf('ayu')]
    expect(
      (await change(ownToken, { old_password: password, password: fresh, re_password: fresh }))
        .status,
    ).toBe(200)
    expect([
      (await get('/profile', ownToken)).status,
      (await get('/profile', otherToken)).status,
    ]).toEqual([200, 401])
    expect([(await login('ayu')).status, (await login('ayu', fresh)).status]).toEqual([401, 200])
    expect(
      (await change(ownToken, { old_password: fresh, password, re_password: password })).status,
    ).toBe(200)
  })
  test.each([
    [{ old_password: 'salah-salah', password: fresh, re_password: fresh }, 'old_password'],
    [{ old_password: password, password: fresh, re_password: `${fresh}x` }, 're_password'],
    [{ old_password: password, password: 'pendek', re_password: 'pendek' }, 'password'],
    [{ old_password: password, password, re_password: password }, 'password'],
    [{ old_password: password, password: 'password', re_password: 'password' }, 'password'],
    [{ old_password: password, password: '12345678', re_password: '12345678' }, 'password'],
    [{}, 'old_password'],
  ])('%j names %s', async (body, field) => {
    const { status, data } = await change(await tokenOf('ayu'), body)
    expect([status, data.errors?.[0]?.field]).toEqual([422, field])
  })
  test('limits attempts to guess the old one', async () => {
    const token = await tokenOf('ayu')
    for (let i = 0; i < 5; i++)
      expect(
        (await change(token, { old_password: 'salah-salah', password: fresh, re_password: fresh }))
          .status,
      ).toBe(422)
    expect(
      (await change(token, { old_password: password, password: fresh, re_password: fresh })).status,
    ).toBe(429)
  })
  test('allows nothing else while it must be changed', async () => {
    await api.db
      .updateTable('user')
      .set({ harus_ganti_password: 1 })
      .where('id', '=', ids.admin)
      .execute()
    const token = await tokenOf('ayu')
    for (const path of ['/gedung', '/gedung/pilihan', '/billing', '/user/peserta'])
      expect([403, 404], path).toContain((await get(path, token)).status)
    expect((await post('/audit/rute-ditolak', { route: '/x' }, { token })).status).toBe(403)
    expect(JSON.parse((await get('/profile', token)).text).data.harus_ganti_password).toBe(true)
    expect(
      (await change(token, { old_password: password, password: fresh, re_password: fresh })).status,
    ).toBe(200)
    expect((await get('/gedung', token)).status).toBe(200)
    expect((await post('/auth/logout', {}, { token })).status).toBe(200)
    await api.db
      .updateTable('user')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', ids.admin)
      .execute()
  })
  test('is stored as argon2id', async () => {
    for (const { password_hash } of await api.db
      .selectFrom('user')
      .select('password_hash')
      .where('password_hash', 'is not', null)
      .execute())
      expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/)
    // Expects one of the parameter sets that OWASP's password storage cheat sheet recommends.
    expect(schoolCost).toEqual({ memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 })
  })
})

describe('secrets', () => {
  test('appear in no response, audit row or log line', async () => {
    const token = await tokenOf('ayu')
    const c = await api.as(1)
    must(
      await c.post('/user/create', {
        role_id: RoleId.admin,
        name: 'Rahasia',
        email: 'r@contoh.id',
        password: 'sandi-tertulis',
      }),
    )
    await login('ayu', 'sandi-salah-ketik')
    await post(
      '/profile/update-password',
      {
        old_password: 'sandi-lama-salah',
        password: 'sandi-baru-satu',
        re_password: 'sandi-baru-satu',
      },
      { token },
    )
    await build().request('/api/auth/login?otp=123456', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    const answers = [
      await c.get('/user?per-page=100'),
      await c.get('/user/view?id=1&expand=role,akun_billing_profil'),
      await c.get('/profile'),
      await c.get('/audit?per-page=100'),
      await c.get('/user/ekspor'),
      await c.get('/setting'),
    ]
    const audit = await api.db.selectFrom('audit').selectAll().execute()
    for (const text of [
      ...answers.map((a) => JSON.stringify(a.data)),
      JSON.stringify(audit),
      log.join(''),
    ])
      expect(text).not.toMatch(
        new RegExp(
          `argon2|password_hash"|token_hash|token_versi|sandi-tertulis|sandi-salah-ketik|sandi-lama-salah|sandi-baru-satu|otp=|${token}|${c.token}`,
        ),
      )
    expect(log.join('')).toContain('/api/auth/login')
  })
  test('records a login with its address, a failed one too, without the input', async () => {
    await api.db.deleteFrom('audit').execute()
    await login('ayu', 'salah-salah')
    await login('ayu', password, { ip: '10.9.9.9' })
    await login('rahasia-di-kolom-salah', password)
    const rows = await api.db
      .selectFrom('audit')
      .select(['aksi', 'entitas_id', 'created_by', 'ip', 'alasan'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      {
        aksi: 'login-gagal',
        entitas_id: ids.admin,
        created_by: null,
        ip: '10.0.0.1',
        alasan: 'Password salah',
      },
      { aksi: 'login', entitas_id: ids.admin, created_by: ids.admin, ip: '10.9.9.9', alasan: null },
      {
        aksi: 'login-gagal',
        entitas_id: null,
        created_by: null,
        ip: expect.any(String),
        alasan: 'Username tidak dikenal',
      },
    ])
    expect(JSON.stringify(await api.db.selectFrom('audit').selectAll().execute())).not.toMatch(
      /salah-salah|kolom-salah/,
    )
  })
})
