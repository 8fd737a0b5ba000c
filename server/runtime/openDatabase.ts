/** Opens the configured database and migrates it, so that the server can use it. */
import { join } from 'node:path'
import { sql, type Logger as StatementListener } from 'kysely'
import { openSqlite } from '#server/db/engine.ts'
import { FormerDatabaseError, migrate } from '#server/db/migrate/migrate.ts'
import { openPatiently, openPostgres, type PoolLoad } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { openReader, readerLane } from '#server/db/sqlite/reader.ts'
import {
  checkWritable,
  damagedReason,
  emptiedReason,
  mark,
  sqliteName,
  whyNotWritten,
} from '#server/db/sqlite/sqliteFile.ts'
import { ConfigError, type Config } from '#server/runtime/config.ts'

interface Options {
  /** Whether the whole SQLite file is checked for damage; true by default. */
  look?: boolean
  /** Called with each statement, after the migrations. */
  listen?: StatementListener | undefined
}
interface Opened {
  db: Db
  /** Read-only handle for queries that may take long. */
  reader: Db
  /** Returns the loads of the connection pools of PostgreSQL; an empty list for SQLite. */
  pools: () => readonly PoolLoad[]
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
 * Opens the SQLite database file in a folder. Throws ConfigError when the file is damaged, or when
 * the folder has held a database that is now missing.
 */
const openFile = (dataDir: string, { look = true, listen }: Options): Db => {
  checkDataDir(dataDir)
  const emptied = emptiedReason(dataDir)
  if (emptied) throw new ConfigError(emptied)
  const file = join(dataDir, sqliteName)
  const { db, raw } = readableOr(file, () => openSqlite(file, listen))
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
/**
 * Calls `run`. Converts each error other than ConfigError to a ConfigError whose message begins
 * with `label`.
 */
const refused = async <T>(label: string, run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${label}: ${reasonOf(error)}`, { cause: error })
  }
}

/**
 * Migrates the database. Throws ConfigError when the database was made by a version before the
 * first release. The message begins with the location `where` and ends with the advice `instead`.
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

const openServer = async (url: string, { listen }: Options): Promise<Opened> => {
  const patient = openPatiently(url)
  try {
    await refused('DATABASE_URL tidak dapat dipakai', () => sql`select 1`.execute(patient))
    await migrateHere(patient, 'DATABASE_URL', 'Pakai database yang kosong.')
  } finally {
    await patient.destroy()
  }
  return openPostgres(url, {}, listen)
}
const openFolder = async (dataDir: string, options: Options): Promise<Opened> => {
  const db = await refused(`DATA_DIR tidak dapat dipakai (${dataDir})`, async () =>
    openFile(dataDir, options),
  )
  const instead = `Pindahkan atau hapus folder itu: ${dataDir}`
  await migrateHere(db, `DATA_DIR (${dataDir})`, instead)
  mark(dataDir)
  const reader = openReader(join(dataDir, sqliteName), readerLane, options.listen)
  return {
    db,
    reader,
    pools: () => [],
    close: async () => {
      await reader.destroy()
      await db.destroy()
    },
  }
}

/**
 * Opens and migrates a database: the PostgreSQL database at `databaseUrl`, or the SQLite database
 * in `dataDir` if there is no `databaseUrl`. Throws ConfigError when the database cannot be opened,
 * or when the SQLite file is damaged or missing.
 */
export const openDatabase = (
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: Options = {},
): Promise<Opened> =>
  databaseUrl ? openServer(databaseUrl, options) : openFolder(dataDir, options)
