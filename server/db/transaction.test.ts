/** Tests transaction() on SQLite and PostgreSQL. All writes to the database use this function. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApi, type TestApi } from '#mocks/api/api.ts'
import { inTransaction } from '#server/db/guard.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError } from '#server/errors.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
beforeEach(() => api.db.deleteFrom('penghitung').execute())

const postgres = process.env.ENGINE === 'postgres'
const row = (jenis: string, nilai = 1) => ({ jenis, seri: 'uji', nilai })
const all = () =>
  api.db.selectFrom('penghitung').select(['jenis', 'nilai']).orderBy('jenis').execute()
const failing = (code: string, message = code) => Object.assign(new Error(message), { code })

test('returns the result of the callback, and stores what it wrote', async () => {
  expect(
    await transaction(api.db, async (trx) => {
      await trx.insertInto('penghitung').values(row('a')).execute()
      return 7
    }),
  ).toBe(7)
  expect(await all()).toEqual([{ jenis: 'a', nilai: 1 }])
})
test('rolls everything back on a throw and rethrows the error unchanged', async () => {
  const error = new HttpError(409, 'bentrok')
  await expect(
    transaction(api.db, async (trx) => {
      await trx.insertInto('penghitung').values(row('a')).execute()
      throw error
    }),
  ).rejects.toBe(error)
  expect(await all()).toEqual([])
})
test('rolls everything back on a failed statement', async () => {
  await expect(
    transaction(api.db, async (trx) => {
      await trx.insertInto('penghitung').values(row('a')).execute()
      await sql`select tidak_ada from penghitung`.execute(trx)
    }),
  ).rejects.toThrow(/tidak_ada/)
  expect(await all()).toEqual([])
})
test('rejects db inside instead of waiting for it; allows it afterwards', async () => {
  await expect(
    transaction(api.db, async (trx) => {
      await trx.insertInto('penghitung').values(row('a')).execute()
      await api.db.selectFrom('penghitung').selectAll().execute()
    }),
  ).rejects.toThrow(/only trx/)
  expect(await all()).toEqual([])
})
test('rejects a transaction inside a transaction', async () => {
  await expect(transaction(api.db, () => transaction(api.db, async () => 1))).rejects.toThrow(
    /inside transaction/,
  )
  expect(await all()).toEqual([])
})
test('leaves db usable after it and beside it', async () => {
  await Promise.all([
    transaction(api.db, async (trx) => {
      await trx.insertInto('penghitung').values(row('a')).execute()
    }),
    all(),
  ])
  expect(inTransaction.getStore()).toBeUndefined()
  expect((await all()).length).toBe(1)
})
test('loses no concurrent read, check and write, and keeps the limit', async () => {
  await api.db.insertInto('penghitung').values(row('kursi', 0)).execute()
  const take = () =>
    transaction(api.db, async (trx) => {
      const { nilai } = await trx
        .selectFrom('penghitung')
        .select('nilai')
        .where('jenis', '=', 'kursi')
        .executeTakeFirstOrThrow()
      if (nilai >= 7) throw new HttpError(409, 'penuh')
      await new Promise((resolve) => setImmediate(resolve))
      await trx
        .updateTable('penghitung')
        .set({ nilai: nilai + 1 })
        .where('jenis', '=', 'kursi')
        .execute()
    })
  const results = await Promise.allSettled(Array.from({ length: 12 }, take))
  expect(results.filter((r) => r.status === 'fulfilled').length).toBe(7)
  expect(
    results.filter((r) => r.status === 'rejected').map((r) => (r.reason as HttpError).status),
  ).toEqual([409, 409, 409, 409, 409])
  expect(await all()).toEqual([{ jenis: 'kursi', nilai: 7 }])
})
test('runs one of two again that each read what the other writes (write skew)', async () => {
  await api.db
    .insertInto('penghitung')
    .values([row('x', 1), row('y', 1)])
    .execute()
  let runs = 0
  // On PostgreSQL, both transactions read the sum 2 and set their row to 0. The second commit
  // fails, and the retry reads the sum 1 and writes nothing. On SQLite, the transactions run one
  // after the other.
  const empty = (jenis: string) =>
    transaction(api.db, async (trx) => {
      runs++
      const { sum } = await trx
        .selectFrom('penghitung')
        .select((eb) => eb.fn.sum<number>('nilai').as('sum'))
        .executeTakeFirstOrThrow()
      await new Promise((resolve) => setTimeout(resolve, 30))
      if (sum >= 2)
        await trx.updateTable('penghitung').set({ nilai: 0 }).where('jenis', '=', jenis).execute()
    })
  await Promise.all([empty('x'), empty('y')])
  expect((await all()).reduce((sum, r) => sum + r.nilai, 0)).toBe(1)
  expect(runs).toBe(postgres ? 3 : 2)
})
describe('a retry', () => {
  test.each(['40001', '40P01'])(
    'repeats %s until it succeeds, without the writes of the failed attempt',
    async (code) => {
      let tries = 0
      await transaction(api.db, async (trx) => {
        await trx
          .insertInto('penghitung')
          .values(row(`coba-${++tries}`))
          .execute()
        if (tries < 4) throw failing(code)
      })
      expect(await all()).toEqual([{ jenis: 'coba-4', nilai: 1 }])
    },
  )
  test('returns 503 with Retry-After after at least 20 attempts', async () => {
    let tries = 0
    const error = await transaction(api.db, async () => {
      tries++
      throw failing('40001')
    }).catch((e: unknown) => e)
    expect(error).toMatchObject({ status: 503, headers: { 'Retry-After': '2' } })
    expect(tries).toBeGreaterThanOrEqual(20)
  }, 60_000)
  test('repeats 23505 once, then throws the duplicate', async () => {
    let tries = 0
    await expect(
      transaction(api.db, async () => {
        tries++
        throw failing('23505')
      }),
    ).rejects.toMatchObject({ code: '23505' })
    expect(tries).toBe(2)
  })
  test('is skipped for any other error', async () => {
    let tries = 0
    await expect(
      transaction(api.db, async () => {
        tries++
        throw failing('23503')
      }),
    ).rejects.toMatchObject({ code: '23503' })
    expect(tries).toBe(1)
  })
})
test('gives numbers without gaps or repeats from a contended counter', async () => {
  await api.db.insertInto('penghitung').values(row('nomor', 0)).execute()
  const numbers = await Promise.all(
    Array.from({ length: 20 }, () =>
      transaction(
        api.db,
        async (trx) => {
          const { nilai } = await trx
            .updateTable('penghitung')
            .set((eb) => ({ nilai: eb('nilai', '+', 1) }))
            .where('jenis', '=', 'nomor')
            .returning('nilai')
            .executeTakeFirstOrThrow()
          return nilai
        },
        { queueFor: ['penghitung'] },
      ),
    ),
  )
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
})
test.runIf(postgres)(
  'throws for numbers beyond JavaScript’s exact range instead of rounding the sum',
  async () => {
    await expect(sql`select 9007199254740993::bigint as n`.execute(api.db)).rejects.toThrow(
      /ketelitian/,
    )
  },
)
