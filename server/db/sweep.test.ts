/**
 * Tests that expired rows which anonymous requests created, such as rate limit counters, are
 * deleted in batches, and that other rows stay.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openApi, type TestApi } from '#mocks/api/api.ts'
import { sweep, sweepBatch, sweepSometimes } from '#server/db/sweep.ts'

let api: TestApi
const day = 86_400_000
const instantAfter = (ms: number) => new Date(Date.now() + ms).toISOString()

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.deleteFrom('batas_laju').execute()
})

const counter = (kunci: string, mulai: number, windowMs: number) => ({
  kunci,
  mulai: instantAfter(mulai),
  sampai: instantAfter(mulai + windowMs),
  jumlah: 1,
})
const countersLeft = async () => {
  const rows = await api.db.selectFrom('batas_laju').select('kunci').orderBy('kunci').execute()
  return rows.map(({ kunci }) => kunci)
}
test('deletes counters after their window, and those of a wrong clock', async () => {
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

test('deletes at most a batch of rows per step, and reports remaining ones', async () => {
  const rows = Array.from({ length: sweepBatch + 50 }, (_, n) => counter(`k${n}`, -day, 1000))
  await api.db.insertInto('batas_laju').values(rows).execute()
  expect(await sweep(api.db)).toBe(true)
  expect(await countersLeft()).toHaveLength(50)
  expect(await sweep(api.db)).toBe(false)
  expect(await countersLeft()).toHaveLength(0)
})

test('is due once a minute, and again at once while rows remain', async () => {
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
