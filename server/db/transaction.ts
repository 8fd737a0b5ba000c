import { doubleBooked } from '#server/db/doubleBooked.ts'
import { engineOf, syncCommits } from '#server/db/engine.ts'
import { inTransaction } from '#server/db/guard.ts'
import { forLongWork } from '#server/db/postgres.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { noteFailure, noteWritten } from '#server/db/sqlite/writeHealth.ts'
import { HttpError } from '#server/errors.ts'

const attempts = 24
const code = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
/**
 * Returns whether to retry the transaction: always after a serialization failure (40001) or a
 * deadlock (40P01), and once after a duplicate key (23505). The row with that key may be newer than
 * the snapshot of the first try; the retry sees that row.
 */
const retryable = (error: unknown, uniqueTries: number): boolean =>
  ['40001', '40P01'].includes(code(error)) || (code(error) === '23505' && uniqueTries === 0)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Runs `fn` in a transaction; all writes must use this function. The transaction is BEGIN IMMEDIATE
 * on SQLite, and SERIALIZABLE with retries on PostgreSQL, so `fn` can safely read, check and then
 * write. `fn` may run several times and must have no effect outside the database. Throws 503 after
 * 24 failed tries, 409 when the database rejects a double booking, and an Error when it is called
 * inside another transaction. `queueFor` names tables to lock first on PostgreSQL, for transactions
 * that take a number from a counter. `long` uses the pool for writes of many rows. Resolves when
 * the commit is on the disk. `step` marks one transaction of a longer job: on SQLite it does not
 * wait for the disk, because the last transaction of the job syncs the writes of all steps.
 */
export const transaction = async <T>(
  db: Db,
  fn: (trx: Trx) => Promise<T>,
  {
    queueFor = [],
    long = false,
    step = false,
  }: { queueFor?: 'penghitung'[]; long?: boolean; step?: boolean } = {},
): Promise<T> => {
  if (inTransaction.getStore())
    throw new Error('transaction() inside transaction(): use the trx that there is')
  const run = () =>
    inTransaction.run({ connected: false, step, queueFor }, () => {
      const builder = (long ? forLongWork(db) : db).transaction()
      if (engineOf(db) === 'sqlite') return builder.execute(fn)
      return builder.setIsolationLevel('serializable').execute(fn)
    })
  let uniqueTries = 0
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      const result = await run()
      if (!step) await syncCommits(db)
      noteWritten(db)
      return result
    } catch (error) {
      noteFailure(db, error)
      if (!retryable(error, uniqueTries)) throw doubleBooked(error) ?? error
      if (code(error) === '23505') uniqueTries++
      await pause(Math.random() * Math.min(400, 5 * 2 ** Math.min(attempt, 6)))
    }
  }
  throw new HttpError(503, 'Server sedang sibuk. Coba lagi sebentar.', { retryAfter: 2 })
}
