/** What is over goes, a little at a time; what is under way stays. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openApi, type TestApi } from '#mocks/api.ts'
import { keptKeysMs, sweep, sweepBatch, sweepSometimes } from '#server/db/sweep.ts'

let api: TestApi
const day = 86_400_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  for (const table of ['batas_laju', 'idempotensi', 'perangkat', 'otp', 'sesi'] as const) {
    await api.db.deleteFrom(table).execute()
  }
})

const counter = (kunci: string, mulai: number, windowMs: number) => ({
  kunci,
  mulai: at(mulai),
  sampai: at(mulai + windowMs),
  jumlah: 1,
})
const countersLeft = async () => {
  const rows = await api.db.selectFrom('batas_laju').select('kunci').orderBy('kunci').execute()
  return rows.map(({ kunci }) => kunci)
}
const key = (kunci: string, age: number, jawaban: string | null) => ({
  user_id: 1,
  kunci,
  panggilan: 'billing/generate',
  body_hash: '',
  jawaban,
  created_at: at(-age),
})

test('counters go when their window is over, and those of a wrong clock', async () => {
  const hour = day / 24
  const rows = [
    counter('berjalan', -hour / 2, hour),
    counter('lewat', -2 * hour, hour),
    counter('masa-depan', 365 * day, hour),
  ]
  await api.db.insertInto('batas_laju').values(rows).execute()
  expect(await sweep(api.db)).toBe(false)
  expect(await countersLeft()).toEqual(['berjalan'])
})

test('a step takes a bounded number of rows, and says that there are more', async () => {
  const rows = Array.from({ length: sweepBatch + 50 }, (_, n) => counter(`k${n}`, -day, 1000))
  await api.db.insertInto('batas_laju').values(rows).execute()
  expect(await sweep(api.db)).toBe(true)
  expect(await countersLeft()).toHaveLength(50)
  expect(await sweep(api.db)).toBe(false)
  expect(await countersLeft()).toHaveLength(0)
})

test('an idempotency key is kept thirty days, and one without an answer for as long as it takes', async () => {
  const rows = [
    key('baru', keptKeysMs - day, '{}'),
    key('lama', keptKeysMs + day, '{}'),
    key('lama-berjalan', keptKeysMs + 300 * day, null),
  ]
  await api.db.insertInto('idempotensi').values(rows).execute()
  await sweep(api.db)
  const left = await api.db.selectFrom('idempotensi').select('kunci').orderBy('kunci').execute()
  expect(left.map(({ kunci }) => kunci)).toEqual(['baru', 'lama-berjalan'])
})

test('codes, sessions and devices that hold no longer go', async () => {
  const code = { email: 'a@contoh.id', tujuan: 'reset' as const, kode_hash: '', dibuat: at(0) }
  const otp = [-1000, 60_000].map((ms) => ({ ...code, kedaluwarsa: at(ms), dipakai_at: null }))
  await api.db.insertInto('otp').values(otp).execute()
  const session = { user_id: 1, token_versi: 1, dibuat: at(0), ip: null, agen: null }
  const sessions = [
    { ...session, token_hash: 'a', terpakai: at(-13 * 3_600_000), kedaluwarsa: at(day) },
    { ...session, token_hash: 'b', terpakai: at(0), kedaluwarsa: at(-1000) },
    { ...session, token_hash: 'c', terpakai: at(0), kedaluwarsa: at(day) },
  ]
  await api.db.insertInto('sesi').values(sessions).execute()
  const device = { user_id: 1, token_versi: 1, dibuat: at(0) }
  const devices = [
    { ...device, token_hash: 'a', terpakai: at(-181 * day) },
    { ...device, token_hash: 'b', terpakai: at(-179 * day) },
  ]
  await api.db.insertInto('perangkat').values(devices).execute()
  await sweep(api.db)
  const left = async (table: 'otp' | 'sesi' | 'perangkat') =>
    (await api.db.selectFrom(table).select('id').execute()).length
  expect([await left('otp'), await left('sesi'), await left('perangkat')]).toEqual([1, 1, 1])
})

test('is due once a minute, and at once again while there is more', async () => {
  const old = (n: number) => Array.from({ length: n }, (_, i) => counter(`${n}-${i}`, -day, 1000))
  await api.db
    .insertInto('batas_laju')
    .values(old(sweepBatch + 1))
    .execute()
  await sweepSometimes(api.db)
  await sweepSometimes(api.db)
  expect(await countersLeft()).toHaveLength(0)
  await api.db.insertInto('batas_laju').values(old(3)).execute()
  await sweepSometimes(api.db)
  expect(await countersLeft()).toHaveLength(3)
})
