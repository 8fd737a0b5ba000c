/**
 * Tests the limits on password guessing (domain.md 3.13): a guesser is stopped even when using many
 * IP addresses, and meanwhile the owner can still log in on a known device.
 */
import * as timers from 'node:timers/promises'
import * as argon2 from '@node-rs/argon2'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { testKeys, openApi, type TestApi } from '#mocks/api/api.ts'
import { must } from '#mocks/school/school.ts'
import { createApp } from '#server/app.ts'
import { hashPassword, sessionsPerUser, sha256 } from '#server/http/auth.ts'
import type { Ctx } from '#server/http/context.ts'
import { hashesAtOnce } from '#server/http/limits/hashing.ts'
import { checkAllowed, countFailure, forgiveFailure } from '#server/modules/access/auth/attempts.ts'
import { devicesPerUser } from '#server/modules/access/auth/devices.ts'

vi.mock('@node-rs/argon2', { spy: true })
vi.mock('node:timers/promises', { spy: true })

let api: TestApi
let ayu: number
const password = 'rahasia-benar'
const mail = 'ayu@contoh.id'
const peer = (env: unknown) => (env as { ip: string }).ip
const build = (options: { publicUrl?: string; trustProxy?: number } = {}) =>
  createApp({ db: api.db, dataKeys: testKeys, log: pino({ level: 'silent' }), peer, ...options })

interface Sent {
  ip?: string
  cookie?: string
  app?: ReturnType<typeof build>
  headers?: Record<string, string>
}
interface Reply {
  status: number
  /** Cookie header as a browser would send it in the next request. */
  cookie: string
  setCookie: string
  retryAfter: number
  key: string
  message: string
}
const send = async (path: string, body: object, sent: Sent = {}): Promise<Reply> => {
  const { ip = '10.0.0.1', cookie = '', app = build(), headers } = sent
  const request = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }), ...headers },
  }
  const response = await app.request(`/api${path}`, request, { ip })
  const { data } = (await response.json()) as { data: { key: string; message: string } }
  const setCookie = response.headers.get('set-cookie') ?? ''
  return {
    status: response.status,
    cookie: setCookie.split(';')[0] ?? '',
    setCookie,
    retryAfter: Number(response.headers.get('retry-after')),
    ...data,
  }
}
const login = (username: string, pass = password, sent: Sent = {}) =>
  send('/auth/login', { username, password: pass }, sent)
const wrong = (username: string, ip: string) => login(username, 'salah-salah', { ip })
const count = async (statuses: Promise<Reply>[]) => {
  const counted = new Map<number, number>()
  for (const { status } of await Promise.all(statuses)) {
    counted.set(status, (counted.get(status) ?? 0) + 1)
  }
  return Object.fromEntries(counted)
}
const shift = (ms: number) =>
  api.db
    .updateTable('batas_laju')
    .set({ mulai: new Date(Date.now() + ms).toISOString() })
    .execute()
/** Sets the counter with the key `key`, which counts failed logins, to `tries`. */
const failed = async (key: string, tries: number) => {
  const mulai = new Date().toISOString()
  await api.db
    .insertInto('batas_laju')
    .values({ kunci: key, mulai, jumlah: tries })
    .onConflict((c) => c.column('kunci').doUpdateSet({ jumlah: tries }))
    .execute()
}
const minute = 60_000

beforeAll(async () => {
  api = await openApi()
  const c = await api.as(1)
  const answer = await c.post('/user/create', {
    role_id: RoleId.admin,
    password,
    name: 'Ayu Admin',
    username: 'ayu',
    email: mail,
  })
  ayu = must(answer).id
})
afterAll(() => api.close())
beforeEach(async () => {
  for (const table of ['batas_laju', 'perangkat', 'sesi', 'audit'] as const) {
    await api.db.deleteFrom(table).execute()
  }
  const fresh = { password_hash: await hashPassword(password), harus_ganti_password: 0 }
  await api.db.updateTable('user').set(fresh).where('id', '=', ayu).execute()
})

describe('an account', () => {
  test.each([
    ['by its user name', ['ayu', 'ayu']],
    ['by user name and mail in turn', ['ayu', mail]],
    ['that there is not', ['siapa-ini', 'siapa-ini']],
  ])('%s is limited to 100 failures an hour across all addresses', async (_, names) => {
    // Replaces the password check, so that wrong passwords fail at once, without the cost of
    // hashing.
    const { verify } = vi.mocked(argon2)
    const real = await vi.importActual<typeof argon2>('@node-rs/argon2')
    verify.mockResolvedValue(false)
    // Skips the delays of responses for a name with many failures.
    vi.mocked(timers.setTimeout).mockResolvedValue(undefined)
    const statuses: number[] = []
    for (let address = 0; address < 22; address++) {
      // Each address makes five concurrent tries.
      const five = Array.from({ length: 5 }, (_unused, n) =>
        wrong(names[n % 2] ?? '', `10.1.${address}.1`),
      )
      statuses.push(...(await Promise.all(five)).map(({ status }) => status))
    }
    verify.mockImplementation(real.verify)
    vi.mocked(timers.setTimeout).mockReset()
    expect(statuses.filter((status) => status === 401)).toHaveLength(100)
    expect(statuses.slice(-10)).toEqual(Array.from({ length: 10 }, () => 429))
    const right = await login(names[0] ?? '', password, { ip: '10.2.0.1' })
    expect([right.status, right.retryAfter > 50 * 60]).toEqual([429, true])
    expect(right.message).toMatch(/^Terlalu banyak percobaan\. Coba lagi dalam (59|60) menit\.$/)
    await shift(-(24 * 60 + 1) * minute)
    expect((await login('ayu', password, { ip: '10.2.0.1' })).status).toBe(200)
  })
  test('delays a name that failed often, but not the account’s other name', async () => {
    const waits = async (name: string) => {
      vi.mocked(timers.setTimeout).mockClear()
      expect((await wrong(name, '10.0.0.1')).status).toBe(401)
      return vi.mocked(timers.setTimeout).mock.calls.map(([ms]) => ms)
    }
    expect(await waits('ayu')).toEqual([])
    for (const name of ['ayu', 'siapa-ini']) {
      await failed(`masuk-nama:${sha256(name).slice(0, 4)}`, 7)
      expect(await waits(name)).toEqual([75])
      await failed(`masuk-nama:${sha256(name).slice(0, 4)}`, 90)
      expect(await waits(name)).toEqual([250])
    }
    expect(await waits(mail)).toEqual([])
  })
  test('removes only its own attempt from the count after a correct login', async () => {
    for (let n = 0; n < 4; n++) await wrong('ayu', `10.3.0.${n}`)
    expect((await login('ayu')).status).toBe(200)
    const rows = await api.db.selectFrom('batas_laju').selectAll().execute()
    expect(rows.find(({ kunci }) => kunci === `masuk-akun:${ayu}`)?.jumlah).toBe(4)
  })
  test('bounds the rows stored for made-up names', async () => {
    for (let n = 0; n < 40; n++) await wrong(`karangan-${n}`, '10.4.0.1')
    const keys = (await api.db.selectFrom('batas_laju').select('kunci').execute()).map(
      (r) => r.kunci,
    )
    expect(keys.filter((key) => key.startsWith('masuk-akun'))).toEqual([])
    for (const key of keys) expect(key.length).toBeLessThan(80)
    for (const key of keys.filter((k) => k.startsWith('masuk-nama'))) {
      expect(key).toMatch(/^masuk-nama:[0-9a-f]{4}$/)
    }
    // Only the first 20 failures of a network within 15 minutes are written to the audit log.
    const audit = await api.db.selectFrom('audit').select('id').execute()
    expect(audit).toHaveLength(20)
  })
  test('stores a name of any length under a key of fixed length', async () => {
    await wrong('x'.repeat(120), '10.4.0.2')
    const rows = await api.db.selectFrom('batas_laju').select('kunci').execute()
    for (const { kunci } of rows) expect(kunci.length).toBeLessThan(80)
  })
})

describe('addresses', () => {
  test('rejects an address after 600 failures, except from a known device', async () => {
    const { cookie } = await login('ayu')
    await failed('masuk-net:10.0.0.1', 600)
    expect((await login('ayu')).status).toBe(429)
    expect((await login('superadmin', 'rahasia-uji')).status).toBe(429)
    expect((await login('ayu', password, { cookie })).status).toBe(200)
  })
  test('counts IPv6 addresses by /64 and IPv4-mapped ones as IPv4', async () => {
    for (let n = 0; n < 5; n++) await wrong('ayu', `2001:db8:1:2:${n}::1`)
    expect((await wrong('ayu', '2001:db8:1:2:ffff::9')).status).toBe(429)
    expect((await wrong('ayu', '2001:db8:1:3::1')).status).toBe(401)
    for (let n = 0; n < 5; n++) await wrong('ayu', n % 2 ? '10.5.0.1' : '::ffff:10.5.0.1')
    expect((await wrong('ayu', '::ffff:a05:1')).status).toBe(429)
  })
  test('reads a forwarded header of thousands of entries as one address', async () => {
    const app = build({ trustProxy: 1 })
    const forwarded = `${Array.from({ length: 5000 }, (_, n) => `6.6.${n % 250}.6`).join(',')}, 2.2.2.2`
    const headers = { 'x-forwarded-for': forwarded }
    for (let n = 0; n < 5; n++) await login('ayu', 'salah-salah', { app, headers })
    expect((await login('ayu', password, { app, headers })).status).toBe(429)
    const [row] = await api.db.selectFrom('audit').select('ip').limit(1).execute()
    expect(row?.ip).toBe('2.2.2.2')
  })
})

describe('a device that has logged in before', () => {
  test('is not locked out by strangers, by logout or by another user of the device', async () => {
    const first = await login('ayu')
    expect(first.setCookie).toMatch(
      /^nada_perangkat=[\w-]{43}; Path=\/api; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    )
    const bearer = { authorization: `Bearer ${first.key}` }
    await send('/auth/logout', {}, { headers: bearer })
    const second = await login('superadmin', 'rahasia-uji', { cookie: first.cookie })
    await failed(`masuk-akun:${ayu}`, 100)
    for (let n = 0; n < 6; n++) await wrong('ayu', '10.0.0.1')
    expect((await login('ayu')).status).toBe(429)
    expect((await login('ayu', password, { cookie: second.cookie })).status).toBe(200)
    expect((await login(mail, password, { cookie: first.cookie })).status).toBe(200)
  })
  test('has five attempts of its own, separate from those of strangers', async () => {
    const { cookie } = await login('ayu')
    for (let n = 0; n < 5; n++) {
      expect((await login('ayu', 'salah-salah', { cookie })).status).toBe(401)
    }
    expect((await login('ayu', password, { cookie })).status).toBe(429)
    // Failures on the known device do not count against other requesters.
    expect((await login('ayu')).status).toBe(200)
  })
  test('ignores a device token of another user and one that the server did not issue', async () => {
    const otherLogin = await login('superadmin', 'rahasia-uji')
    await failed(`masuk-akun:${ayu}`, 100)
    const fakeCookie = `nada_perangkat=${'a'.repeat(43)}`
    for (const cookie of [
      otherLogin.cookie,
      fakeCookie,
      'nada_perangkat=',
      'nada_perangkat=x.y',
      'lain=1',
    ]) {
      expect((await login('ayu', password, { cookie })).status, cookie).toBe(429)
    }
    await api.db.deleteFrom('batas_laju').execute()
    // The server never adopts a token that the browser made up.
    expect((await login('ayu', password, { cookie: fakeCookie })).cookie).not.toContain(
      'a'.repeat(43),
    )
  })
  test('stores only the hash of its token', async () => {
    const { cookie } = await login('ayu')
    const token = cookie.split('=')[1] ?? ''
    const stored = JSON.stringify(await api.db.selectFrom('perangkat').selectAll().execute())
    expect(stored).not.toContain(token)
    expect(stored).toMatch(/"token_hash":"[0-9a-f]{64}"/)
  })
  test('is forgotten after a password change, except the device that made the change', async () => {
    const [ownLogin, otherLogin] = [await login('ayu'), await login('ayu')]
    const fresh = 'kata sandi baru '
    const body = { old_password: password, password: fresh, re_password: fresh }
    const headers = { authorization: `Bearer ${ownLogin.key}` }
    const changed = await send('/profile/update-password', body, {
      cookie: ownLogin.cookie,
      headers,
    })
    expect(changed.status).toBe(200)
    await failed(`masuk-akun:${ayu}`, 100)
    expect((await login('ayu', fresh, { cookie: otherLogin.cookie })).status).toBe(429)
    expect((await login('ayu', fresh, { cookie: ownLogin.cookie })).status).toBe(200)
    const c = await api.as(1)
    must(await c.post(`/user/reset-password?id=${ayu}`, { password, re_password: password }))
    expect((await login('ayu', password, { cookie: ownLogin.cookie })).status).toBe(429)
  })
  test('keeps a bounded number of devices per user, including one that is used again', async () => {
    const ownLogin = await login('ayu')
    await login('ayu', password, { cookie: ownLogin.cookie })
    for (let n = 0; n < devicesPerUser + 5; n++) expect((await login('ayu')).status).toBe(200)
    const rows = await api.db.selectFrom('perangkat').select('id').execute()
    expect(rows).toHaveLength(devicesPerUser)
    await failed(`masuk-akun:${ayu}`, 100)
    expect((await login('ayu', password, { cookie: ownLogin.cookie })).status).toBe(200)
  })
  test('keeps a bounded number of users per device', async () => {
    const otherTokens = Array.from({ length: 30 }, () => 'b'.repeat(43)).join('.')
    const { cookie } = await login('ayu', password, { cookie: `nada_perangkat=${otherTokens}` })
    expect(cookie.length).toBeLessThan(500)
  })
  test('expires after half a year without a login', async () => {
    const { cookie } = await login('ayu')
    const old = new Date(Date.now() - 181 * 24 * 60 * minute).toISOString()
    await api.db.updateTable('perangkat').set({ terpakai: old }).execute()
    await failed(`masuk-akun:${ayu}`, 100)
    expect((await login('ayu', password, { cookie })).status).toBe(429)
  })
  test('sends its cookie over https only when the app is reached by https', async () => {
    const https = { 'x-forwarded-proto': 'https' }
    const secure = async (options: Parameters<typeof build>[0], headers = {}) =>
      (await login('ayu', password, { app: build(options), headers })).setCookie.includes('Secure')
    expect([
      await secure({ publicUrl: 'https://nada.sekolah.id' }),
      await secure({ trustProxy: 1 }, https),
      await secure({ publicUrl: 'http://nada.lokal' }),
      await secure({}, https),
    ]).toEqual([true, true, false, false])
  })
})

describe('concurrent logins', () => {
  test('rejects excess logins for one name immediately and never exceeds the limit', async () => {
    const { cookie } = await login('ayu')
    const attempts = Array.from({ length: 60 }, (_, n) => wrong('ayu', `10.6.0.${n}`))
    const owner = login('ayu', password, { cookie })
    const statuses = await count(attempts)
    expect((statuses[401] ?? 0) + (statuses[429] ?? 0)).toBe(60)
    expect(statuses[401]).toBeLessThanOrEqual(8)
    expect((await owner).status).toBe(200)
    const busy = await Promise.all(Array.from({ length: 12 }, () => wrong('lain', '10.6.1.1')))
    const refused = busy.filter(({ status }) => status !== 401)
    expect(refused.length).toBeGreaterThanOrEqual(7)
    expect(refused.every(({ status, retryAfter }) => status === 429 && retryAfter > 0)).toBe(true)
  })
  test('hashes a limited number of passwords at a time', async () => {
    const { verify } = vi.mocked(argon2)
    const real = await vi.importActual<typeof argon2>('@node-rs/argon2')
    let [now, most] = [0, 0]
    verify.mockImplementation(async (...args) => {
      most = Math.max(most, ++now)
      try {
        return await real.verify(...args)
      } finally {
        now--
      }
    })
    const guesses = Array.from({ length: 24 }, (_, n) => wrong(`orang-${n}`, `10.7.0.${n}`))
    expect(await count(guesses)).toEqual({ 401: 24 })
    verify.mockImplementation(real.verify)
    expect(most).toBe(hashesAtOnce)
  })
})

describe('a wrong clock', () => {
  test.each([
    ['a year', 365 * 24 * 60],
    ['an hour', 60],
  ])('expires a count that begins %s in the future', async (_, minutes) => {
    for (let n = 0; n < 6; n++) await wrong('ayu', '10.0.0.1')
    expect((await login('ayu')).status).toBe(429)
    await shift(minutes * minute)
    expect((await login('ayu')).status).toBe(200)
  })
  test('tolerates a clock difference of seconds between two machines', async () => {
    for (let n = 0; n < 6; n++) await wrong('ayu', '10.0.0.1')
    await shift(20_000)
    expect((await login('ayu')).status).toBe(429)
  })
})

describe('a second step', () => {
  const ctxOf = (ip: string, cookie = ''): Ctx =>
    ({ db: api.db, ip, request: new Request('http://nada', { headers: { cookie } }) }) as Ctx
  const status = async (work: Promise<void>) =>
    work.then(
      () => 200,
      (error: { status: number }) => error.status,
    )
  test('allows 5 failures per address, 30 per account and 5 more from a known device', async () => {
    const { cookie } = await login('ayu')
    const account = { id: ayu }
    for (let address = 0; address < 6; address++) {
      const ctx = ctxOf(`10.8.0.${address}`)
      for (let n = 0; n < 5; n++) {
        expect(await status(checkAllowed(ctx, account))).toBe(200)
        await countFailure(ctx, account)
      }
      expect(await status(checkAllowed(ctx, account))).toBe(429)
      expect(await status(countFailure(ctx, account))).toBe(429)
    }
    expect(await status(checkAllowed(ctxOf('10.8.1.1'), account))).toBe(429)
    const ownCtx = ctxOf('10.8.1.1', cookie)
    for (let n = 0; n < 5; n++) await countFailure(ownCtx, account)
    expect(await status(checkAllowed(ownCtx, account))).toBe(429)
    await forgiveFailure(ownCtx, account)
    expect(await status(checkAllowed(ownCtx, account))).toBe(200)
  })
  test('allows 30 failures a day across all devices, also after password resets', async () => {
    const account = { id: ayu }
    const tryCodes = async (n: number) => {
      const ownCtx = ctxOf('10.8.3.1', (await login('ayu')).cookie)
      const results: number[] = []
      for (let i = 0; i < n; i++) results.push(await status(countFailure(ownCtx, account)))
      // A password reset deletes all devices of the user; the next login creates a new one.
      await api.db.deleteFrom('perangkat').where('user_id', '=', ayu).execute()
      return results
    }
    for (let reset = 0; reset < 6; reset++) expect(await tryCodes(5)).toEqual(Array(5).fill(200))
    expect(await tryCodes(2)).toEqual([429, 429])
    // A single device that spreads its tries over a day reaches the same limit.
    await shift(-23 * 60 * minute)
    expect(await tryCodes(1)).toEqual([429])
    await shift(-(24 * 60 + 1) * minute)
    expect(await tryCodes(1)).toEqual([200])
  })
  test('applies the limit to concurrent attempts', async () => {
    const tries = Array.from({ length: 12 }, () =>
      status(countFailure(ctxOf('10.8.2.1'), { id: ayu })),
    )
    expect((await Promise.all(tries)).filter((s) => s === 200)).toHaveLength(5)
  })
})

test('limits the sessions of a user and ends the least recently used one', async () => {
  const first = await login('ayu')
  const time = new Date().toISOString()
  const kedaluwarsa = '2999-01-01T00:00:00.000Z'
  const { token_versi } = await api.db
    .selectFrom('user')
    .select('token_versi')
    .where('id', '=', ayu)
    .executeTakeFirstOrThrow()
  const sessions = Array.from({ length: sessionsPerUser - 1 }, (_, n) => ({
    token_hash: `h${n}`,
    user_id: ayu,
    token_versi,
    dibuat: time,
    terpakai: time,
    kedaluwarsa,
    ip: null,
    agen: null,
  }))
  await api.db.insertInto('sesi').values(sessions).execute()
  const last = await login('ayu')
  const rows = await api.db.selectFrom('sesi').select('id').where('user_id', '=', ayu).execute()
  expect(rows).toHaveLength(sessionsPerUser)
  const status = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` }
    return (await build().request('/api/profile', { headers }, { ip: '10.0.0.1' })).status
  }
  expect([await status(first.key), await status(last.key)]).toEqual([401, 200])
})
