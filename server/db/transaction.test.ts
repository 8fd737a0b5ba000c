/** transaction(): the only way to write, right on both engines. */
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

test('answers what the callback answers, and stores what it wrote', async () => {
  expect(
    await transaction(api.db, async (trx) => {
      await trx.insertInto('penghitung').values(row('a')).execute()
      return 7
    }),
  ).toBe(7)
  expect(await all()).toEqual([{ jenis: 'a', nilai: 1 }])
})
test('a throw takes everything back and comes out as it is', async () => {
  const error = new HttpError(409, 'bentrok')
  await expect(
    transaction(api.db, async (trx) => {
      await trx.insertInto('penghitung').values(row('a')).execute()
      throw error
    }),
  ).rejects.toBe(error)
  expect(await all()).toEqual([])
})
test('a failed statement takes everything back', async () => {
  await expect(
    transaction(api.db, async (trx) => {
      await trx.insertInto('penghitung').values(row('a')).execute()
      await sql`select tidak_ada from penghitung`.execute(trx)
    }),
  ).rejects.toThrow(/tidak_ada/)
  expect(await all()).toEqual([])
})
test('db inside is refused, not waited for; afterwards it works', async () => {
  await expect(
    transaction(api.db, async (trx) => {
      await trx.insertInto('penghitung').values(row('a')).execute()
      await api.db.selectFrom('penghitung').selectAll().execute()
    }),
  ).rejects.toThrow(/only trx/)
  expect(await all()).toEqual([])
})
test('a transaction inside a transaction is refused', async () => {
  await expect(transaction(api.db, () => transaction(api.db, async () => 1))).rejects.toThrow(
    /inside transaction/,
  )
  expect(await all()).toEqual([])
})
test('after it, and beside it, db is free', async () => {
  await Promise.all([
    transaction(api.db, async (trx) => {
      await trx.insertInto('penghitung').values(row('a')).execute()
    }),
    all(),
  ])
  expect(inTransaction.getStore()).toBeUndefined()
  expect((await all()).length).toBe(1)
})
test('read, check and write of many at once: none is lost, and the limit holds', async () => {
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
test('two that each read what the other writes: one runs again (write skew)', async () => {
  await api.db
    .insertInto('penghitung')
    .values([row('x', 1), row('y', 1)])
    .execute()
  let runs = 0
  // Both see 2 in all and would each take one of them to 0; together that must not happen.
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
describe('retries', () => {
  test.each(['40001', '40P01'])(
    '%s until it passes, without what the failed try wrote',
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
  test('503 with Retry-After when it never passes, after at least 20 tries', async () => {
    let tries = 0
    const error = await transaction(api.db, async () => {
      tries++
      throw failing('40001')
    }).catch((e: unknown) => e)
    expect(error).toMatchObject({ status: 503, headers: { 'Retry-After': '2' } })
    expect(tries).toBeGreaterThanOrEqual(20)
  }, 60_000)
  test('23505 once: then it is a duplicate', async () => {
    let tries = 0
    await expect(
      transaction(api.db, async () => {
        tries++
        throw failing('23505')
      }),
    ).rejects.toMatchObject({ code: '23505' })
    expect(tries).toBe(2)
  })
  test('anything else not at all', async () => {
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
test('a queue for the counter gives numbers without gaps or repeats', async () => {
  await api.db.insertInto('penghitung').values(row('nomor', 0)).execute()
  const taken = await Promise.all(
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
  expect(taken.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
})
test.runIf(postgres)(
  'numbers beyond what JavaScript holds exactly are an error, not a rounded sum',
  async () => {
    await expect(sql`select 9007199254740993::bigint as n`.execute(api.db)).rejects.toThrow(
      /ketelitian/,
    )
  },
)

test.runIf(!postgres)('only a step of a longer work does not wait for the disk', async () => {
  const level = async (step: boolean) =>
    transaction(
      api.db,
      async (trx) =>
        (await sql<{ synchronous: number }>`pragma synchronous`.execute(trx)).rows[0]?.synchronous,
      { step },
    )
  // 2 is full, 1 is normal.
  expect([await level(false), await level(true), await level(true), await level(false)]).toEqual([
    2, 1, 1, 2,
  ])
})
