/** Transactions of PostgreSQL alone: locks at their begin, and prepared statements. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate/migrate.ts'
import { limits, openPostgres } from '#server/db/postgres.ts'
import { transaction } from '#server/db/transaction.ts'

const postgres = process.env.ENGINE === 'postgres'
describe.runIf(postgres)('a transaction of PostgreSQL', () => {
  const open = (connections: number) => {
    const light = { ...limits.light, connections, lockInTransaction: 200 }
    return openPostgres(process.env.DATABASE_URL ?? '', { light })
  }
  const pools: ReturnType<typeof open>[] = []
  const dbOf = (connections: number) => {
    const pool = open(connections)
    pools.push(pool)
    return pool.db
  }
  beforeAll(() => migrate(dbOf(3)))
  afterAll(async () => void (await Promise.all(pools.map((pool) => pool.close()))))

  test('that misses the lock at its begin leaves a usable connection', async () => {
    const [holder, single] = [dbOf(1), dbOf(1)]
    const read = () =>
      transaction(single, (trx) => sql`select 1`.execute(trx), { queueFor: ['penghitung'] })
    await holder.transaction().execute(async (trx) => {
      await sql`lock table penghitung in share row exclusive mode`.execute(trx)
      await expect(read()).rejects.toMatchObject({ code: '55P03' })
    })
    const { rows } = await sql`select pg_current_xact_id_if_assigned() is null as free`.execute(
      single,
    )
    expect(rows).toEqual([{ free: true }])
    await expect(read()).resolves.toBeDefined()
  })

  test('prepares its frequent statements, but no statement outside transactions', async () => {
    const db = dbOf(1)
    for (let n = 0; n < 8; n++) {
      await transaction(db, (trx) => sql`select ${n}::integer as dalam`.execute(trx))
      await sql`select ${n}::integer as luar`.execute(db)
    }
    const { rows } = await sql<{
      statement: string
    }>`select statement from pg_prepared_statements where statement like '%as luar' or statement like '%as dalam'`.execute(
      db,
    )
    expect(rows).toEqual([{ statement: 'select $1::integer as dalam' }])
  })
})
