/**
 * Tests that a rejected call is logged with user, IP address and path, but without the data that
 * the client sent.
 */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testKeys } from '#mocks/api/api.ts'
import { makeSchool, type School } from '#mocks/school/school.ts'
import { createApp } from '#server/app.ts'

let s: School
let lines: Record<string, unknown>[] = []
const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
const ask = (path: string, token: string, body?: string) =>
  createApp({ db: s.db, dataKeys: testKeys, log, peer: () => '203.0.113.9' }).request(
    `/api${path}`,
    {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    },
  )

beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
beforeEach(() => {
  lines = []
})

test('logs a call without its access code', async () => {
  const { id } = await s.db
    .selectFrom('user')
    .select('id')
    .where('role_id', '=', 4)
    .executeTakeFirstOrThrow()
  const { token } = await s.as(id)
  expect((await ask('/bank?q=rahasia', token)).status).toBe(403)
  expect(lines).toMatchObject([
    { level: 40, status: 403, path: '/api/bank', method: 'GET', user: id, ip: '203.0.113.9' },
  ])
  expect(JSON.stringify(lines)).not.toContain('rahasia')
})
test('logs a body that is too large, and nothing for a successful call', async () => {
  const { token } = s.superadmin
  expect(
    (await ask('/bank/create', token, `{"nama_bank":"${'x'.repeat(1_100_000)}"}`)).status,
  ).toBe(413)
  expect(lines).toMatchObject([{ status: 413, user: expect.any(Number) }])
  expect((await ask('/profile', token)).status).toBe(200)
  expect(lines).toHaveLength(1)
})
