/** Opens the database of a configuration, migrated and ready for use. */
import { join } from 'node:path'
import { sql } from 'kysely'
import { ConfigError, type Config } from '#server/config.ts'
import { openPostgres, openSqlite } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import { openReader } from '#server/db/reader.ts'
import { checkWritable, damagedReason, emptiedReason, mark, sqliteName, whyNotWritten } from '#server/db/sqliteFile.ts'
import type { Db } from '#server/db/tables.ts'

/** Refuses a folder that cannot be written, in words. Throws ConfigError. */
export const checkDataDir = (dataDir: string): void => {
  try {
    checkWritable(dataDir)
  } catch (error) {
    throw new ConfigError(`DATA_DIR tidak dapat dipakai (${dataDir}): ${whyNotWritten(error)}.`, { cause: error })
  }
}

/** Opens SQLite's file in a folder, but not one that was emptied or is damaged. Throws ConfigError. */
const openFile = (dataDir: string, look: boolean): Db => {
  checkDataDir(dataDir)
  const emptied = emptiedReason(dataDir)
  if (emptied) throw new ConfigError(emptied)
  const file = join(dataDir, sqliteName)
  const { db, raw } = readableOr(file, () => openSqlite(file))
  const wrong = readableOr(file, () => (look ? raw.pragma('quick_check(1)', { simple: true }) : 'ok'))
  if (wrong !== 'ok') throw new ConfigError(damagedReason(file, String(wrong)))
  return db
}
const readableOr = <T>(file: string, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!/^SQLITE_(NOTADB|CORRUPT|IOERR)/.test(code)) throw error
    throw new ConfigError(damagedReason(file, code), { cause: error })
  }
}

/**
 * Opens SQLite's file in `dataDir`, or PostgreSQL when `databaseUrl` is given, and migrates it. Throws ConfigError when it does not open,
 * or when SQLite's file is not what it was; `look` reads all of it for that.
 */
export const openDatabase = async ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>, { look = true } = {}): Promise<{ db: Db; reader: Db; close: () => Promise<void> }> => {
  let db: Db
  try {
    if (databaseUrl) {
      ;({ db } = openPostgres(databaseUrl))
      await sql`select 1`.execute(db)
    } else db = openFile(dataDir, look)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const why = error instanceof AggregateError ? error.errors.map(String).join(', ') : error instanceof Error ? error.message : String(error)
    throw new ConfigError(databaseUrl ? `DATABASE_URL tidak dapat dipakai: ${why}` : `DATA_DIR tidak dapat dipakai (${dataDir}): ${why}`, { cause: error })
  }
  await migrate(db)
  if (!databaseUrl) mark(dataDir)
  const reader = databaseUrl ? db : openReader(join(dataDir, sqliteName))
  return { db, reader, close: async () => { if (reader !== db) await reader.destroy(); await db.destroy() } }
}
