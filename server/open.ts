/** Opens the database of a configuration, migrated and ready for use. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { ConfigError, type Config } from '#server/config.ts'
import { openPostgres, openSqlite } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import { openReader } from '#server/db/reader.ts'
import type { Db } from '#server/db/tables.ts'

/** Opens SQLite's file in `dataDir`, or PostgreSQL when `databaseUrl` is given, and migrates it. Throws ConfigError when it does not open. */
export const openDatabase = async ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<{ db: Db; reader: Db; close: () => Promise<void> }> => {
  let db: Db
  try {
    if (databaseUrl) {
      ;({ db } = openPostgres(databaseUrl))
      await sql`select 1`.execute(db)
    } else {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 })
      ;({ db } = openSqlite(join(dataDir, 'nada.db')))
    }
  } catch (error) {
    const why = error instanceof AggregateError ? error.errors.map(String).join(', ') : error instanceof Error ? error.message : String(error)
    throw new ConfigError(databaseUrl ? `DATABASE_URL tidak dapat dipakai: ${why}` : `DATA_DIR tidak dapat dipakai (${dataDir}): ${why}`, { cause: error })
  }
  await migrate(db)
  const reader = databaseUrl ? db : openReader(join(dataDir, 'nada.db'))
  return { db, reader, close: async () => { if (reader !== db) await reader.destroy(); await db.destroy() } }
}
