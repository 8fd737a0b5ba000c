/**
 * Tests the password reset by a mailed code (domain.md 3.13): the code cannot be guessed, replayed
 * or used for another account, and no response reveals who has an account.
 */
import * as argon2 from '@node-rs/argon2'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { testKeys, openApi, type TestApi } from '#mocks/api/api.ts'
import { must } from '#mocks/school/school.ts'
import { createApp } from '#server/app.ts'
import { transaction } from '#server/db/transaction.ts'
import { hashPassword, sha256 } from '#server/http/auth.ts'
import { mailerOf } from '#server/mail/mailer.ts'
import type { Mail } from '#server/mail/mails.ts'
import { makeInvitation } from '#server/modules/access/auth/invitation.ts'

vi.mock('@node-rs/argon2', { spy: true })

let api: TestApi
let ayu: number
let box: Mail[] = []
let log: string[] = []
const password = 'rahasia-benar'
const fresh = 'kata sandi baru'
const mail = {
  send: (letter: Mail) => {
    box.push(letter)
  },
  idle: async () => {},
}
const build = (mailer = mail) =>
  createApp({
    db: api.db,
    dataKeys: testKeys,
    mail: mailer,
    log: pino(
      { level: 'trace' },
      {
        write: (line) => {
          log.push(line)
        },
      },
    ),
    peer: (env) => (env as { ip?: string } | undefined)?.ip ?? '10.0.0.1',
  })

interface Data {
  message: string
  key: string
  username: string | null
  errors?: { field: string; message: string }[]
}
const post = async (path: string, body: object, ip = '10.0.0.1', app = build()) => {
  const response = await app.request(
    `/api${path}`,
    { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
    { ip },
  )
  const text = await response.text()
  return {
    status: response.status,
    text,
    headers: response.headers,
    data: (JSON.parse(text) as { data: Data }).data,
  }
}
const send = (email: string, ip?: string) =>
  post(`/auth/send-otp?email=${encodeURIComponent(email)}`, {}, ip)
const reset = (
  email: string | null,
  otp: string,
  body: object = { password: fresh, re_password: fresh },
  ip?: string,
) =>
  post(
    `/auth/reset-password?${email === null ? '' : `email=${encodeURIComponent(email)}&`}otp=${encodeURIComponent(otp)}`,
    body,
    ip,
  )
const login = async (username: string, pass: string) =>
  (
    await post(
      '/auth/login',
      { username, password: pass },
      `10.9.${Math.floor(Math.random() * 250)}.1`,
    )
  ).status
const codeOf = (letter: Mail | undefined) => /^\d{6}$/m.exec(letter?.text ?? '')?.[0] ?? ''
/** Requests a reset code for a mail address and returns the mailed code. */
const codeFor = async (email: string) => {
  expect((await send(email)).status).toBe(200)
  return codeOf(box.at(-1))
}
const wrongOnes = (code: string, n: number) =>
  Array.from({ length: n }, (_, i) => String((Number(code) + 1 + i) % 1_000_000).padStart(6, '0'))
const otherThan = (code: string) => wrongOnes(code, 1)[0] ?? ''
const later = (minutes: number) =>
  api.db
    .updateTable('batas_laju')
    .set((eb) => ({ mulai: eb.val(new Date(Date.now() - minutes * 60_000).toISOString()) }))
    .execute()

beforeAll(async () => {
  api = await openApi()
  const c = await api.as(1)
  const user = async (body: object) =>
    must(await c.post('/user/create', { role_id: RoleId.admin, password, ...body })).id as number
  ayu = await user({ name: 'Ayu <b>Admin</b>', username: 'ayu', email: 'ayu@contoh.id' })
  await user({ name: 'Bayu', username: 'bayu', email: 'bayu@contoh.id' })
  await user({
    name: 'Nonaktif',
    username: 'nonaktif',
    email: 'n@contoh.id',
    status: UserStatus.nonaktif,
  })
  const deletedId = await user({ name: 'Dihapus', username: 'dihapus', email: 'd@contoh.id' })
  await api.db
    .updateTable('user')
    .set({ status: UserStatus.dihapus })
    .where('id', '=', deletedId)
    .execute()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.deleteFrom('batas_laju').execute()
  await api.db.deleteFrom('otp').execute()
  await api.db.deleteFrom('sesi').execute()
  await api.db.deleteFrom('audit').execute()
  await api.db
    .updateTable('user')
    .set({ password_hash: await hashPassword(password), harus_ganti_password: 0 })
    .where('username', 'in', ['ayu', 'bayu', 'nonaktif', 'dihapus'])
    .execute()
  box = []
  log = []
})

describe('sending a code', () => {
  test('sends the code once to the owner and stores it as a hash', async () => {
    const code = await codeFor(' Ayu@Contoh.ID ')
    expect(box).toHaveLength(1)
    expect(box[0]).toMatchObject({
      to: 'ayu@contoh.id',
      sender: 'Nada',
      subject: 'Kode untuk mengganti password – Nada',
    })
    expect(code).toMatch(/^\d{6}$/)
    expect(box[0]?.html).toContain(code)
    expect(box[0]?.html).toContain('Ayu &lt;b&gt;Admin&lt;/b&gt;')
    const stored = await api.db.selectFrom('otp').selectAll().execute()
    expect(stored).toMatchObject([
      { email: 'ayu@contoh.id', user_id: ayu, percobaan: 0, dipakai_at: null },
    ])
    expect(JSON.stringify(stored)).not.toContain(code)
    expect((Date.parse(stored[0]!.kedaluwarsa) - Date.now()) / 60_000).toBeCloseTo(10, 0)
  })
  test('returns an identical response, without an email, for any ineligible address', async () => {
    await send('terlalu@contoh.id')
    const answers = []
    for (const email of [
      'ayu@contoh.id',
      'siapa@contoh.id',
      'n@contoh.id',
      'd@contoh.id',
      'terlalu@contoh.id',
    ]) {
      const { hash } = vi.mocked(argon2)
      hash.mockClear()
      const { status, text, headers } = await send(email)
      answers.push({
        status,
        text,
        headers: [...headers].toSorted(),
        hashes: hash.mock.calls.length,
      })
    }
    expect(new Set(answers.map((a) => JSON.stringify(a))).size).toBe(1)
    expect(answers[0]).toMatchObject({
      status: 200,
      hashes: 1,
      text: expect.stringContaining('Jika alamat ini terdaftar'),
    })
    expect(box.map((s) => s.to)).toEqual(['ayu@contoh.id'])
  })
  test('stores a row for every address, known or not', async () => {
    for (const email of ['ayu@contoh.id', 'siapa@contoh.id']) await send(email)
    const rows = await api.db
      .selectFrom('otp')
      .select(['email', 'kode_hash'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { email: 'ayu@contoh.id', kode_hash: expect.stringMatching(/^\$argon2id/) },
      { email: 'siapa@contoh.id', kode_hash: expect.stringMatching(/^\$argon2id/) },
    ])
  })
  test('limits codes to one in 60 seconds and five an hour; only the newest is valid', async () => {
    const first = await codeFor('ayu@contoh.id')
    await send('ayu@contoh.id')
    expect(box).toHaveLength(1)
    for (let n = 2; n <= 5; n++) {
      await api.db
        .updateTable('batas_laju')
        .set({ mulai: new Date(Date.now() - 61_000).toISOString() })
        .where('kunci', 'like', 'otp-jeda:%')
        .execute()
      await send('ayu@contoh.id')
      expect(box).toHaveLength(n)
    }
    await api.db.deleteFrom('batas_laju').where('kunci', 'like', 'otp-jeda:%').execute()
    await send('ayu@contoh.id')
    expect(box).toHaveLength(5)
    expect((await reset('ayu@contoh.id', first)).status).toBe(first === codeOf(box[4]) ? 200 : 422)
    expect((await reset('ayu@contoh.id', codeOf(box[4]))).status).toBe(200)
    await later(61)
    await send('ayu@contoh.id')
    // Six mails with codes, and one about the changed password.
    expect(box).toHaveLength(7)
  })
  test('sends one email for concurrent requests', async () => {
    await Promise.all(Array.from({ length: 10 }, () => send('ayu@contoh.id')))
    expect(box).toHaveLength(1)
  })
  test('limits a network to 200 requests an hour', async () => {
    await api.db
      .insertInto('batas_laju')
      .values({ kunci: 'otp-ip:10.0.0.7', mulai: new Date().toISOString(), jumlah: 199 })
      .execute()
    expect((await send('a@contoh.id', '10.0.0.7')).status).toBe(200)
    const full = await send('ayu@contoh.id', '10.0.0.7')
    expect([full.status, Number(full.headers.get('retry-after')) > 3000]).toEqual([429, true])
    expect((await send('ayu@contoh.id', '10.0.0.8')).status).toBe(200)
  })
  test.each(['', 'x', 'a@b', `${'a'.repeat(120)}@contoh.id`, 'a@contoh.id\r\nBcc: b@contoh.id'])(
    'rejects %j as an address',
    async (email) => {
      expect((await send(email)).status).toBe(422)
    },
  )
  test('returns the same response on a sending error and logs it without the code', async () => {
    const sentTexts: string[] = []
    const failing = mailerOf(
      async (letter) => {
        sentTexts.push(letter.text)
        throw new Error('SMTP tidak menjawab')
      },
      pino(
        { level: 'trace' },
        {
          write: (line) => {
            log.push(line)
          },
        },
      ),
      [0],
    )
    expect(
      (await post('/auth/send-otp?email=ayu@contoh.id', {}, '10.0.0.1', build(failing))).status,
    ).toBe(200)
    await failing.idle()
    expect(sentTexts).toHaveLength(2)
    const text = log.join('')
    expect(text).toContain('SMTP tidak menjawab')
    expect(text).not.toContain(/^\d{6}$/m.exec(sentTexts[0] ?? '')?.[0])
  })
})

describe('a password reset', () => {
  test('sets the new password and ends all sessions with the correct code', async () => {
    await api.db
      .updateTable('user')
      .set({ harus_ganti_password: 1 })
      .where('id', '=', ayu)
      .execute()
    const c = await api.as(ayu)
    const otherClient = await api.as(1)
    const { status, data } = await reset('AYU@contoh.id', await codeFor('ayu@contoh.id'))
    expect([status, data.username]).toEqual([200, 'ayu'])
    expect([
      await login('ayu', password),
      await login('ayu', fresh),
      await login('bayu', fresh),
    ]).toEqual([401, 200, 401])
    expect([(await c.get('/profile')).status, (await otherClient.get('/profile')).status]).toEqual([
      401, 200,
    ])
    const me = await api.db
      .selectFrom('user')
      .select('harus_ganti_password')
      .where('id', '=', ayu)
      .executeTakeFirstOrThrow()
    expect(me.harus_ganti_password).toBe(0)
    expect(box.at(-1)).toMatchObject({
      to: 'ayu@contoh.id',
      subject: 'Password Anda diganti – Nada',
    })
    const audit = await api.db
      .selectFrom('audit')
      .select(['aksi', 'entitas_id', 'user_nama'])
      .where('aksi', '=', 'reset-password')
      .execute()
    expect(audit).toMatchObject([{ entitas_id: ayu }])
  })
  test('accepts a code only once, also for concurrent requests', async () => {
    const code = await codeFor('ayu@contoh.id')
    const both = await Promise.all(
      [fresh, 'yang kedua juga'].map((p) =>
        reset('ayu@contoh.id', code, { password: p, re_password: p }),
      ),
    )
    expect(both.map((a) => a.status).toSorted()).toEqual([200, 422])
    expect((await reset('ayu@contoh.id', code)).status).toBe(422)
  })
  test('rejects the correct code after five wrong attempts', async () => {
    const code = await codeFor('ayu@contoh.id')
    for (const wrong of wrongOnes(code, 5))
      expect((await reset('ayu@contoh.id', wrong)).data.errors).toEqual([
        { field: 'otp', message: 'Kode salah atau tidak berlaku lagi' },
      ])
    expect((await reset('ayu@contoh.id', code)).status).toBe(422)
    expect(await login('ayu', password)).toBe(200)
  })
  test('accepts the correct code on the fifth attempt', async () => {
    const code = await codeFor('ayu@contoh.id')
    for (const wrong of wrongOnes(code, 4)) await reset('ayu@contoh.id', wrong)
    expect((await reset('ayu@contoh.id', code)).status).toBe(200)
  })
  test('counts concurrent attempts towards the same limit of five', async () => {
    const code = await codeFor('ayu@contoh.id')
    const { verify } = vi.mocked(argon2)
    const stored = await api.db.selectFrom('otp').select('kode_hash').executeTakeFirstOrThrow()
    verify.mockClear()
    const answers = await Promise.all(
      wrongOnes(code, 20).map((wrong) => reset('ayu@contoh.id', wrong)),
    )
    expect(answers.map((a) => a.status)).toEqual(Array.from({ length: 20 }, () => 422))
    expect(verify.mock.calls.filter(([hash]) => hash === stored.kode_hash)).toHaveLength(5)
    expect(
      (await api.db.selectFrom('otp').select('percobaan').executeTakeFirstOrThrow()).percobaan,
    ).toBe(5)
    expect((await reset('ayu@contoh.id', code)).status).toBe(422)
  })
  test('expires after ten minutes', async () => {
    const code = await codeFor('ayu@contoh.id')
    await api.db
      .updateTable('otp')
      .set({ kedaluwarsa: new Date(Date.now() - 1000).toISOString() })
      .execute()
    expect((await reset('ayu@contoh.id', code)).status).toBe(422)
  })
  test('rejects a code sent to another address', async () => {
    const code = await codeFor('ayu@contoh.id')
    expect((await reset('bayu@contoh.id', code)).status).toBe(422)
    await later(2)
    await codeFor('bayu@contoh.id')
    expect((await reset('bayu@contoh.id', code)).status).toBe(
      code === codeOf(box.at(-1)) ? 200 : 422,
    )
    expect((await reset(null, code)).status).toBe(422)
    expect(await login('bayu', password)).toBe(200)
  })
  test('rejects a code after the account or its address has changed', async () => {
    const code = await codeFor('ayu@contoh.id')
    await api.db
      .updateTable('user')
      .set({ email: 'ayu.baru@contoh.id' })
      .where('id', '=', ayu)
      .execute()
    expect((await reset('ayu@contoh.id', code)).status).toBe(422)
    await api.db
      .updateTable('user')
      .set({ email: 'ayu@contoh.id', status: UserStatus.nonaktif })
      .where('id', '=', ayu)
      .execute()
    expect((await reset('ayu@contoh.id', code)).status).toBe(422)
    await api.db
      .updateTable('user')
      .set({ status: UserStatus.aktif })
      .where('id', '=', ayu)
      .execute()
    expect((await reset('ayu@contoh.id', code)).status).toBe(200)
  })
  test('returns identical responses for wrong, used, expired and unknown codes', async () => {
    const right = await codeFor('ayu@contoh.id')
    await send('siapa@contoh.id')
    const wrong = otherThan(right)
    const answers = []
    for (const email of [
      'ayu@contoh.id',
      'siapa@contoh.id',
      'bayu@contoh.id',
      'd@contoh.id',
      'n@contoh.id',
      'tak.pernah@contoh.id',
    ]) {
      const { hash, verify } = vi.mocked(argon2)
      hash.mockClear()
      verify.mockClear()
      const { status, text, headers } = await reset(email, wrong)
      answers.push({
        status,
        text,
        headers: [...headers].toSorted(),
        work: [verify.mock.calls.length, hash.mock.calls.length],
      })
    }
    expect(new Set(answers.map((a) => JSON.stringify(a))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 422, work: [1, 0] })
  })
  test.each([
    [{ password: fresh, re_password: 'lain sekali' }, 're_password'],
    [{ password: 'pendek', re_password: 'pendek' }, 'password'],
    [{ password: '12345678', re_password: '12345678' }, 'password'],
    [{ password: 'ayu@contoh.id', re_password: 'ayu@contoh.id' }, 'password'],
    [{}, 'password'],
  ])('%j returns an error for %s and uses no attempt', async (body, field) => {
    const code = await codeFor('ayu@contoh.id')
    const { status, data } = await reset('ayu@contoh.id', code, body)
    expect([status, data.errors?.[0]?.field]).toEqual([422, field])
    expect(
      (await api.db.selectFrom('otp').select('percobaan').executeTakeFirstOrThrow()).percobaan,
    ).toBe(0)
    expect((await reset('ayu@contoh.id', code)).status).toBe(200)
  })
  test('rejects the user name as a password and keeps the code valid', async () => {
    await api.db.updateTable('user').set({ username: 'ayu.admin' }).where('id', '=', ayu).execute()
    const code = await codeFor('ayu@contoh.id')
    expect(
      (await reset('ayu@contoh.id', code, { password: 'Ayu.Admin', re_password: 'Ayu.Admin' })).data
        .errors?.[0]?.field,
    ).toBe('password')
    expect((await reset('ayu@contoh.id', code)).status).toBe(200)
    await api.db.updateTable('user').set({ username: 'ayu' }).where('id', '=', ayu).execute()
  })
  test('limits a network to 120 attempts in 15 minutes', async () => {
    await api.db
      .insertInto('batas_laju')
      .values({ kunci: 'reset:10.0.0.7', mulai: new Date().toISOString(), jumlah: 120 })
      .execute()
    expect((await reset('ayu@contoh.id', '000000', undefined, '10.0.0.7')).status).toBe(429)
  })
  test('logs and audits neither codes, passwords nor query strings', async () => {
    const code = await codeFor('ayu@contoh.id')
    await reset('ayu@contoh.id', otherThan(code))
    await reset('ayu@contoh.id', code)
    const text =
      log.join('') + JSON.stringify(await api.db.selectFrom('audit').selectAll().execute())
    expect(text).not.toMatch(new RegExp(`${code}|${otherThan(code)}|${fresh}|otp=|email=`))
    expect(text).toContain('/api/auth/reset-password')
  })
})

describe('attempts by strangers', () => {
  const verified = async () => {
    const hashes = new Set(
      (await api.db.selectFrom('otp').select('kode_hash').execute()).map((row) => row.kode_hash),
    )
    return vi.mocked(argon2).verify.mock.calls.filter(([hash]) => hashes.has(String(hash))).length
  }
  const tryAll = async (codes: string[], ip: (n: number) => string) => {
    for (const [n, wrong] of codes.entries())
      expect((await reset('ayu@contoh.id', wrong, undefined, ip(n))).status).toBe(422)
  }
  test('use up none of the owner’s attempts, from one address or from many', async () => {
    const code = await codeFor('ayu@contoh.id')
    vi.mocked(argon2).verify.mockClear()
    await tryAll(wrongOnes(code, 8), () => '10.4.0.1')
    expect(await verified()).toBe(5)
    await tryAll(wrongOnes(code, 30), (n) => `10.4.1.${n}`)
    expect(await verified()).toBe(20)
    expect((await reset('ayu@contoh.id', code, undefined, '10.4.2.1')).status).toBe(422)
    await tryAll(wrongOnes(code, 4), () => '10.0.0.1')
    expect((await reset('ayu@contoh.id', code)).status).toBe(200)
  })
  test('are limited to 50 an hour per email address, however many codes are sent', async () => {
    vi.mocked(argon2).verify.mockClear()
    let tried = 0
    for (let round = 0; round < 4; round++) {
      await api.db.deleteFrom('batas_laju').where('kunci', 'like', 'otp-jeda:%').execute()
      const code = await codeFor('ayu@contoh.id')
      await tryAll(wrongOnes(code, 18), (n) => `10.5.${round}.${n}`)
      tried += await verified()
    }
    expect(tried).toBe(50)
  })
  test('leave the owner’s earlier code valid and do not delay the next one', async () => {
    const code = await codeFor('ayu@contoh.id')
    for (let n = 0; n < 3; n++) await send('ayu@contoh.id', `10.6.0.${n}`)
    expect(box).toHaveLength(4)
    expect((await reset('ayu@contoh.id', code)).status).toBe(200)
    box = []
    await send('bayu@contoh.id', '10.6.0.1')
    await send('bayu@contoh.id')
    expect(box).toHaveLength(2)
    expect((await reset('bayu@contoh.id', codeOf(box[1]))).status).toBe(200)
  })
  test('accepts the newest code from an address other than the requesting one', async () => {
    const code = await codeFor('ayu@contoh.id')
    expect((await reset('ayu@contoh.id', code, undefined, '2001:db8::9')).status).toBe(200)
  })
  test('send at most 20 codes an hour to one address; the owner’s device has 5 more', async () => {
    const cookie =
      (await post('/auth/login', { username: 'ayu', password })).headers
        .get('set-cookie')
        ?.split(';')[0] ?? ''
    for (let n = 0; n < 25; n++) await send('ayu@contoh.id', `10.7.${n}.1`)
    expect(box).toHaveLength(20)
    await send('ayu@contoh.id')
    expect(box).toHaveLength(20)
    const sent = await build().request(
      '/api/auth/send-otp?email=ayu@contoh.id',
      { method: 'POST', headers: { cookie } },
      { ip: '10.7.1.1' },
    )
    expect([sent.status, box.length]).toEqual([200, 21])
    const body = JSON.stringify({ password: fresh, re_password: fresh })
    const right = await build().request(
      `/api/auth/reset-password?email=ayu@contoh.id&otp=${codeOf(box[20])}`,
      { method: 'POST', body, headers: { cookie, 'content-type': 'application/json' } },
      { ip: '10.7.9.9' },
    )
    expect(right.status).toBe(200)
    // The reset deletes the user's known devices; then the browser that reset the password becomes
    // a known device.
    expect(right.headers.get('set-cookie')).toContain('nada_perangkat=')
    expect(
      await api.db
        .selectFrom('perangkat')
        .innerJoin('user', 'user.id', 'user_id')
        .select('perangkat.id')
        .whereRef('perangkat.token_versi', '=', 'user.token_versi')
        .where('user_id', '=', ayu)
        .execute(),
    ).toHaveLength(1)
  })
  test('rejects a code that expires too far in the future because of a wrong clock', async () => {
    const code = await codeFor('ayu@contoh.id')
    await api.db
      .updateTable('otp')
      .set({ kedaluwarsa: new Date(Date.now() + 365 * 86_400_000).toISOString() })
      .execute()
    expect((await reset('ayu@contoh.id', code)).status).toBe(422)
  })
})

describe('an invitation', () => {
  const invite = (id: number) => transaction(api.db, (trx) => makeInvitation(trx, id))
  test('sets a password once within 72 hours; a new invitation replaces the old one', async () => {
    await api.db.updateTable('user').set({ email: null }).where('id', '=', ayu).execute()
    const first = await invite(ayu)
    const { otp, kedaluwarsa } = await invite(ayu)
    expect((Date.parse(kedaluwarsa) - Date.now()) / 3_600_000).toBeCloseTo(72, 1)
    expect(otp).toMatch(/^[\w-]{22}$/)
    expect(JSON.stringify(await api.db.selectFrom('otp').selectAll().execute())).not.toContain(otp)
    expect([
      (await reset(null, first.otp)).status,
      (await reset(null, sha256(otp))).status,
      (await reset('ayu@contoh.id', otp)).status,
    ]).toEqual([422, 422, 422])
    const right = await reset(null, otp)
    expect([right.status, right.data.username]).toEqual([200, 'ayu'])
    expect(await login('ayu', fresh)).toBe(200)
    expect((await reset(null, otp)).status).toBe(422)
    const late = await invite(ayu)
    await api.db
      .updateTable('otp')
      .set({ kedaluwarsa: new Date(Date.now() - 1000).toISOString() })
      .execute()
    expect((await reset(null, late.otp)).status).toBe(422)
    await api.db.updateTable('user').set({ email: 'ayu@contoh.id' }).where('id', '=', ayu).execute()
  })
  test('expires with the account and after a password reset by email', async () => {
    const firstInvitation = await invite(ayu)
    await reset('ayu@contoh.id', await codeFor('ayu@contoh.id'))
    expect((await reset(null, firstInvitation.otp)).status).toBe(422)
    const secondInvitation = await invite(ayu)
    await api.db
      .updateTable('user')
      .set({ status: UserStatus.dihapus })
      .where('id', '=', ayu)
      .execute()
    expect((await reset(null, secondInvitation.otp)).status).toBe(422)
    await api.db
      .updateTable('user')
      .set({ status: UserStatus.aktif })
      .where('id', '=', ayu)
      .execute()
  })
})
