/** Lets only one process at a time work on an import job. */
import { sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Trx } from '#server/db/schema/tables.ts'

/** Number (arbitrary) that separates these locks from other advisory locks of the database. */
const lockClass = 258

/**
 * Claims an import job until the end of the transaction. Returns false if another process has
 * claimed the job, which that process then continues. On SQLite there is only one process.
 */
export const claimJob = async (trx: Trx, id: number): Promise<boolean> => {
  if (engineOf(trx) === 'sqlite') return true
  const { rows } = await sql<{
    claimed: boolean
  }>`select pg_try_advisory_xact_lock(${lockClass}::int, ${id}::int) as claimed`.execute(trx)
  return rows[0]?.claimed === true
}
