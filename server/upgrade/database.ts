/** Waits until nobody else uses the database of a place, and empties it for a restore. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openAlone } from '#server/backup/move.ts'
import { openServer, type Place } from '#server/backup/place.ts'
import { sqliteName } from '#server/db/sqlite/sqliteFile.ts'
import { transaction } from '#server/db/transaction.ts'
import { ConfigError } from '#server/runtime/config.ts'

/** Throws ConfigError when another process has the SQLite file open; a missing file is fine. */
const checkFileAlone = ({ dataDir }: Place): void => {
  const file = join(dataDir, sqliteName)
  if (existsSync(file)) openAlone(file).close()
}
/** Throws ConfigError when another program of the product is connected to the database. */
const checkServerAlone = async (url: string): Promise<void> => {
  const { db, close } = await openServer(url)
  try {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name like 'nada%'`.execute(db)
    if (rows.length > 0)
      throw new ConfigError(
        'Basis data sedang dipakai. Hentikan semua server dan perintah lain yang memakainya, lalu ulangi.',
      )
  } finally {
    await close()
  }
}

/**
 * Waits until no server or command uses the database. Throws ConfigError when one still uses it
 * after `patienceMs`.
 */
export const waitAlone = async (place: Place, patienceMs: number): Promise<void> => {
  for (const end = Date.now() + patienceMs; ; await sleep(200)) {
    try {
      if (place.databaseUrl) await checkServerAlone(place.databaseUrl)
      else checkFileAlone(place)
      return
    } catch (error) {
      if (!(error instanceof ConfigError) || Date.now() > end) throw error
    }
  }
}

/** Drops the tables and functions of the schema, except those of extensions. */
const emptyServer = async (url: string): Promise<void> => {
  const { db, close } = await openServer(url)
  try {
    await transaction(db, async (trx) => {
      const { rows } = await sql<{ drop: string }>`
        select format('drop table %I cascade', tablename) as drop
          from pg_tables where schemaname = current_schema()
        union all
        select format('drop function %s cascade', p.oid::regprocedure)
          from pg_proc p where pronamespace = current_schema()::regnamespace
            and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        `.execute(trx)
      for (const { drop } of rows) await sql.raw(drop).execute(trx)
    })
  } finally {
    await close()
  }
}
/**
 * Deletes all data of a place, so that a backup can be restored into it. Keys and backups in
 * DATA_DIR remain.
 */
export const emptyDatabase = async ({ dataDir, databaseUrl }: Place): Promise<void> => {
  if (databaseUrl) return emptyServer(databaseUrl)
  for (const end of ['', '-wal', '-shm', '-journal'])
    rmSync(join(dataDir, sqliteName + end), { force: true })
}
