/** Opens the configured database and migrates it, so that the server can use it. */
import { join } from 'node:path'
import { sql } from 'kysely'
import { openSqlite } from '#server/db/engine.ts'
import { FormerDatabaseError, migrate } from '#server/db/migrate/migrate.ts'
import { openPatiently, openPostgres } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { openReader } from '#server/db/sqlite/reader.ts'
import {
  checkWritable,
  damagedReason,
  emptiedReason,
  mark,
  sqliteName,
  whyNotWritten,
} from '#server/db/sqlite/sqliteFile.ts'
import { ConfigError, type Config } from '#server/runtime/config.ts'

interface Opened {
  db: Db
  /** Read-only handle for queries that may take long. */
  reader: Db
  close: () => Promise<void>
}

/** Throws ConfigError when the data folder cannot be created or written. */
export const checkDataDir = (dataDir: string): void => {
  try {
    checkWritable(dataDir)
  } catch (error) {
    throw new ConfigError(`DATA_DIR tidak dapat dipakai (${dataDir}): ${whyNotWritten(error)}.`, {
      cause: error,
    })
  }
}

/**
 * Opens the SQLite database file in a folder. Throws ConfigError when a folder that held data has
 * no database any more, or when the file is damaged; `look` checks the whole file for damage.
 */
const openFile = (dataDir: string, look: boolean): Db => {
  checkDataDir(dataDir)
  const emptied = emptiedReason(dataDir)
  if (emptied) throw new ConfigError(emptied)
  const file = join(dataDir, sqliteName)
  const { db, raw } = readableOr(file, () => openSqlite(file))
  const wrong = readableOr(file, () =>
    look ? raw.pragma('quick_check(1)', { simple: true }) : 'ok',
  )
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

const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(String).join(', ')
  return error instanceof Error ? error.message : String(error)
}
/** Runs `run`, and converts any other error to a ConfigError whose message begins with `label`. */
const refused = async <T>(label: string, run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${label}: ${reasonOf(error)}`, { cause: error })
  }
}

/**
 * Migrates the database. Throws ConfigError for one made before the first release, with a message
 * that contains its location `where` and the advice `instead`.
 */
const migrateHere = async (db: Db, where: string, instead: string): Promise<void> => {
  try {
    await migrate(db)
  } catch (error) {
    if (!(error instanceof FormerDatabaseError)) throw error
    throw new ConfigError(
      `${where} berisi data dari versi sebelum rilis pertama, yang tidak dapat dipakai lagi. ${instead}`,
      { cause: error },
    )
  }
}

const openServer = async (url: string): Promise<Opened> => {
  const patient = openPatiently(url)
  try {
    await refused('DATABASE_URL tidak dapat dipakai', () => sql`select 1`.execute(patient))
    await migrateHere(patient, 'DATABASE_URL', 'Pakai database yang kosong.')
  } finally {
    await patient.destroy()
  }
  return openPostgres(url)
}
const openFolder = async (dataDir: string, look: boolean): Promise<Opened> => {
  const db = await refused(`DATA_DIR tidak dapat dipakai (${dataDir})`, async () =>
    openFile(dataDir, look),
  )
  const instead = `Pindahkan atau hapus folder itu: ${dataDir}`
  await migrateHere(db, `DATA_DIR (${dataDir})`, instead)
  mark(dataDir)
  const reader = openReader(join(dataDir, sqliteName))
  return {
    db,
    reader,
    close: async () => {
      await reader.destroy()
      await db.destroy()
    },
  }
}

/**
 * Opens the PostgreSQL database at `databaseUrl`, or without it the SQLite database in `dataDir`,
 * and migrates it. Throws ConfigError when it cannot be opened, or when SQLite's file is damaged or
 * was lost. `look` checks SQLite's whole file for damage.
 */
export const openDatabase = (
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { look = true } = {},
): Promise<Opened> => (databaseUrl ? openServer(databaseUrl) : openFolder(dataDir, look))
