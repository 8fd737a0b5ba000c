/** Opens the database of a configuration, migrated and ready for use. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { openPostgres, openSqlite } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Db } from '#server/db/tables.ts'

/** Opens SQLite's file in `dataDir`, or PostgreSQL when `databaseUrl` is given, and migrates it. */
export const openDatabase = async ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<{ db: Db; close: () => Promise<void> }> => {
  let db: Db
  if (databaseUrl) ({ db } = openPostgres(databaseUrl))
  else {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    ;({ db } = openSqlite(join(dataDir, 'nada.db')))
  }
  await migrate(db)
  return { db, close: () => db.destroy() }
}
