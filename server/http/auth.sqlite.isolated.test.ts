/** Login, sessions, passwords and what guards them (domain.md 3.13). */
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
  test('by user name and by e-mail, in any case', async () => {
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
  test('a wrong password and an unknown, deleted or password-less user get the same answer for the same work', async () => {
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
  test('that an account is inactive is told after the right password only', async () => {
    expect((await login('nonaktif', 'salah-salah')).data.message).toBe(
      'Username atau password salah',
    )
    const right = await login('nonaktif')
    expect([right.status, right.data.message]).toEqual([401, 'Akun belum aktif. Hubungi sekolah.'])
  })
  test('a password is taken as typed, with its spaces', async () => {
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
  ])('%j is 422', async (body) => {
    expect((await post('/auth/login', body)).status).toBe(422)
  })
  test('names that look like SQL or patterns are names', async () => {
    for (const name of ["' or 1=1 --", '%', '_yu', 'ayu;', '__proto__'])
      expect((await login(name)).status, name).toBe(401)
  })
})

describe('too many attempts', () => {
  test('five failures of a user from an address: 429 with Retry-After, even for the right password; another address and user go on', async () => {
    for (let i = 0; i < 5; i++) expect((await login('ayu', 'salah-salah')).status).toBe(401)
    const full = await login('ayu')
    expect(full.status).toBe(429)
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
    expect((await login('ayu', password, { ip: '10.0.0.2' })).status).toBe(200)
    expect((await login('superadmin', 'rahasia-uji')).status).toBe(200)
  })
  test('many at the same moment are counted as many', async () => {
    const statuses = (
      await Promise.all(Array.from({ length: 12 }, () => login('ayu', 'salah-salah')))
    ).map((a) => a.status)
    expect(statuses.filter((s) => s === 401).length).toBe(5)
    expect(statuses.filter((s) => s === 429).length).toBe(7)
  })
  test('an unknown user is limited as a known one', async () => {
    for (let i = 0; i < 5; i++) expect((await login('siapa-ini')).status).toBe(401)
    expect((await login('siapa-ini')).status).toBe(429)
  })
  test('a right login starts the count anew and costs the address nothing', async () => {
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
  test('six hundred failures of a net stop it for every user', async () => {
    await api.db
      .insertInto('batas_laju')
      .values({ kunci: 'masuk-net:10.0.0.9', mulai: new Date().toISOString(), jumlah: 599 })
      .execute()
    expect((await login('siapa-1', password, { ip: '10.0.0.9' })).status).toBe(401)
    expect((await login('ayu', password, { ip: '10.0.0.9' })).status).toBe(429)
    expect((await login('ayu')).status).toBe(200)
  })
  test('after 15 minutes it is over', async () => {
    for (let i = 0; i < 5; i++) await login('ayu', 'salah-salah')
    await api.db
      .updateTable('batas_laju')
      .set({ mulai: new Date(Date.now() - 15 * 60_000 - 1000).toISOString() })
      .execute()
    expect((await login('ayu')).status).toBe(200)
  })
  test('X-Forwarded-For counts only behind a proxy that is trusted, and then the address that the proxy saw', async () => {
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
  test('only the hash of a token is stored', async () => {
    const token = await tokenOf('ayu')
    const stored = JSON.stringify(await api.db.selectFrom('sesi').selectAll().execute())
    expect(stored).toContain(sha256(token))
    expect(stored).not.toContain(token)
    expect((await get('/profile', sha256(token))).status).toBe(401)
  })
  test('logout revokes its own token, not another', async () => {
    const [one, two] = [await tokenOf('ayu'), await tokenOf('ayu')]
    expect((await post('/auth/logout', {}, { token: one })).status).toBe(200)
    expect([(await get('/profile', one)).status, (await get('/profile', two)).status]).toEqual([
      401, 200,
    ])
    expect((await post('/auth/logout', {}, { token: one })).status).toBe(401)
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
  test('use prolongs a session, but reading does not write each time', async () => {
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
  test('a session lasts 30 days at most, however it is used', async () => {
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
  ])('the header %j is nobody', async (header) => {
    expect(await authenticate(api.db, header)).toBeUndefined()
  })
  test('a user whose role, status or password staff changes is out at once', async () => {
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

describe('password', () => {
  const change = (token: string, body: object) => post('/profile/update-password', body, { token })
  const fresh = 'kata sandi baru '
  test('the change ends the other sessions, not its own, and the new one counts', async () => {
    const [mine, other] = [await tokenOf('ayu'), await tokenOf('ayu')]
    expect(
      (await change(mine, { old_password: password, password: fresh, re_password: fresh })).status,
    ).toBe(200)
    expect([(await get('/profile', mine)).status, (await get('/profile', other)).status]).toEqual([
      200, 401,
    ])
    expect([(await login('ayu')).status, (await login('ayu', fresh)).status]).toEqual([401, 200])
    expect(
      (await change(mine, { old_password: fresh, password, re_password: password })).status,
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
  test('guessing the old one is limited', async () => {
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
  test('who must change it may do nothing else', async () => {
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
  test('stored as argon2id', async () => {
    for (const { password_hash } of await api.db
      .selectFrom('user')
      .select('password_hash')
      .where('password_hash', 'is not', null)
      .execute())
      expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/)
    // The second of the equal choices of OWASP's password storage cheat sheet.
    expect(schoolCost).toEqual({ memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 })
  })
})

describe('secrets', () => {
  test('are in no answer, no audit row and no log line', async () => {
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
  test('a login is recorded with its address, a failed one too, without what was typed', async () => {
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
