/** Opens the database of a configuration, migrated and ready for use. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { ConfigError, type Config } from '#server/config.ts'
import { openSqlite } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPatiently, openPostgres } from '#server/db/postgres.ts'
import { openReader } from '#server/db/reader.ts'
import type { Db } from '#server/db/tables.ts'

interface Opened { db: Db; /** For reads of many rows. */ reader: Db; close: () => Promise<void> }

const openServer = async (url: string): Promise<Opened> => {
  const patient = openPatiently(url)
  try {
    await refused(`DATABASE_URL tidak dapat dipakai`, () => sql`select 1`.execute(patient))
    await migrate(patient)
  } finally { await patient.destroy() }
  return openPostgres(url)
}
const openFile = async (dataDir: string): Promise<Opened> => {
  const file = join(dataDir, 'nada.db')
  const { db } = await refused(`DATA_DIR tidak dapat dipakai (${dataDir})`, async () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return openSqlite(file)
  })
  await migrate(db)
  const reader = openReader(file)
  return { db, reader, close: async () => { await reader.destroy(); await db.destroy() } }
}
/** What goes wrong in it is the configuration's fault, and said so. */
const refused = async <T>(what: string, run: () => Promise<T>): Promise<T> => {
  try { return await run() } catch (error) {
    const why = error instanceof AggregateError ? error.errors.map(String).join(', ') : error instanceof Error ? error.message : String(error)
    throw new ConfigError(`${what}: ${why}`, { cause: error })
  }
}

/** Opens SQLite's file in `dataDir`, or PostgreSQL when `databaseUrl` is given, and migrates it. Throws ConfigError when it does not open. */
export const openDatabase = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Opened> =>
  databaseUrl ? openServer(databaseUrl) : openFile(dataDir)
