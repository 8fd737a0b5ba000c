/**
 * Tests a flood of anonymous calls that make the server hash passwords. Tests that logged-in users
 * can still work, and that further calls of a flooding network are rejected before any other work.
 */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { testKeys } from '#mocks/api/api.ts'
import { makeBill } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { createApp } from '#server/app.ts'
import * as auth from '#server/http/auth.ts'
import { mostOfNet } from '#server/http/limits/guestRate.ts'
import { busyLimiters } from '#server/runtime/limiters.ts'

vi.mock('#server/http/auth.ts', { spy: true })

let s: School
let app: ReturnType<typeof createApp>
beforeAll(async () => {
  s = await makeSchool()
  app = createApp({
    db: s.db,
    dataKeys: testKeys,
    log: pino({ level: 'silent' }),
    peer: (env) => (env as { ip: string }).ip,
  })
})
afterAll(() => s.close())
beforeEach(async () => {
  await s.db.deleteFrom('batas_laju').execute()
})

const post = (path: string, body: object, ip: string, headers: Record<string, string> = {}) =>
  app.request(
    path,
    {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    },
    { ip },
  )
const reset = (ip: string, headers?: Record<string, string>) =>
  post(
    '/api/auth/reset-password?email=siapa@contoh.id&otp=000000',
    { password: `banjir ${ip}`, re_password: `banjir ${ip}` },
    ip,
    headers,
  )
/** Changes the password of the logged-in admin, which needs several hashes. */
const changePassword = async () => {
  await s.db
    .updateTable('user')
    .set({ password_hash: await auth.hashPassword('sandi lama 1') })
    .where('id', '=', s.ids.admin)
    .execute()
  return s.admin.post('/profile/update-password', {
    old_password: 'sandi lama 1',
    password: 'kuda putih di gunung',
    re_password: 'kuda putih di gunung',
  })
}

test('lets a signed-in user change the password during a flood of guests', async () => {
  const flood = Array.from({ length: 150 }, (_, n) => reset(`10.20.${n}.1`))
  const changed = changePassword()
  // Expects that each call is processed (422, wrong code) or rejected (429, 503), and none fails
  // with a 500.
  const statuses = new Set((await Promise.all(flood)).map(({ status }) => status))
  expect([...statuses].filter((status) => ![422, 429, 503].includes(status))).toEqual([])
  expect((await changed).status).toBe(200)
  await vi.waitFor(() => expect(busyLimiters()).toEqual({}))
})

test('rejects a flooding net before any query, even with an unknown device cookie', async () => {
  // Freezes the clock, so that the counting window of 10 s does not end during the test on a slow
  // machine.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  for (const cookie of ['', `nada_perangkat=${'x'.repeat(43)}`]) {
    const ip = cookie === '' ? '10.21.0.1' : '10.21.0.2'
    const headers: Record<string, string> = cookie === '' ? {} : { cookie }
    const answers = await Promise.all(
      Array.from({ length: mostOfNet + 20 }, () => reset(ip, headers)),
    )
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(20)
    await s.db.deleteFrom('batas_laju').execute()
    // Expects 429 although the counters in the database were deleted: the count in memory rejects
    // the call, without a query.
    const refused = await reset(ip, headers)
    expect([cookie, refused.status]).toEqual([cookie, 429])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await s.db.selectFrom('batas_laju').select('kunci').execute()).toEqual([])
    expect((await reset('10.21.0.3')).status).toBe(422)
    await s.db.deleteFrom('batas_laju').execute()
  }
  clock.mockRestore()
})

test('makes no further hash on repeated requests for the code of a bill', async () => {
  const bill = await makeBill(s, s.ids.akun, 100_000)
  const { url } = must(await s.admin.post<{ url: string }>(`/billing/share?id=${bill}`))
  const path = new URL(url).pathname
  const before = vi.mocked(auth.hashPassword).mock.calls.length
  const statuses: number[] = []
  for (let n = 0; n < 10; n++) {
    const answer = await app.request(`${path}/kode`, { method: 'POST' }, { ip: '10.22.0.1' })
    statuses.push(answer.status)
  }
  expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 429)])
  expect(vi.mocked(auth.hashPassword).mock.calls.length - before).toBe(1)
})
