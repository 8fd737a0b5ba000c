/**
 * Restores a backup into SQLite or PostgreSQL and checks the result. The backup may have been made
 * on either engine.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { BackupError, isEncrypted } from '#server/backup/container.ts'
import { missingKeys, problemsOf } from '#server/backup/examine.ts'
import { addToKeyFile } from '#server/backup/keys.ts'
import { loadBackup } from '#server/backup/load.ts'
import { closeFile, openServer, type OpenDatabase, type Place } from '#server/backup/place.ts'
import { verifyBackup } from '#server/backup/read.ts'
import type { TableSum } from '#server/backup/rows.ts'
import type { Opening } from '#server/backup/write.ts'
import { dataKeysOf } from '#server/crypto/keyFile.ts'
import { openSqlite } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate/migrate.ts'
import { checkWritable, mark, sqliteName, syncFolder } from '#server/db/sqlite/sqliteFile.ts'
import { ConfigError, parseDataKey } from '#server/runtime/config.ts'

export interface Restored {
  opening: Opening
  sums: TableSum[]
  /** Whether data keys stored in the backup were added to the key file. */
  keysWritten: boolean
  /**
   * Ids of the data keys that the rows need but this machine lacks. Without these keys the server
   * does not start.
   */
  keysMissing: string[]
  /**
   * Ids of the data keys that the rows need and that are in the key file but not in `DATA_KEY`. The
   * operator must add them to `DATA_KEY` before the start, because the server ignores the key file.
   * Empty when the server reads the key file. Also empty when this machine has no data keys at all:
   * the server may then run on another machine, which has the keys.
   */
  keysOutside: string[]
  /**
   * Consistency rules that the restored data breaks, as texts. The data already broke these rules
   * when the backup was made.
   */
  problems: string[]
}

/** Throws ConfigError when a PostgreSQL database is not empty. */
export const checkDatabaseEmpty = async ({ db }: OpenDatabase): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select table_name as name
    from information_schema.tables where table_schema = current_schema() limit 3`.execute(db)
  if (rows.length === 0) return
  throw new ConfigError(
    `Basis data tujuan (DATABASE_URL) tidak kosong: ada ${rows.map((r) => r.name).join(', ')}. ` +
      'Buat basis data baru yang kosong; yang berisi tidak pernah ditimpa.',
  )
}

/** Throws ConfigError when a folder contains a database file that is not empty. */
const checkFolderEmpty = (folder: string): void => {
  for (const name of [sqliteName, `${sqliteName}-wal`]) {
    const path = join(folder, name)
    if (!existsSync(path) || statSync(path).size === 0) continue
    throw new ConfigError(
      `DATA_DIR tidak kosong: ada ${path}. Pakai folder lain, atau pindahkan dahulu ` +
        'nada.db, nada.db-wal, dan nada.db-shm; yang berisi tidak pernah ditimpa.',
    )
  }
}

/**
 * Opens a new database file without a journal and without syncs, which is faster. No rollback is
 * needed, because a failed restore deletes the file.
 */
const openFresh = (file: string): Required<OpenDatabase> => {
  const { db, raw } = openSqlite(file)
  raw.pragma('journal_mode = OFF')
  raw.pragma('synchronous = OFF')
  return { db, raw, close: () => closeFile(db, raw) }
}

const syncFile = (file: string): void => {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Fills an open, empty database from a backup file, migrates it and checks it. */
const fillAndLook = async (open: OpenDatabase, file: string, place: Place): Promise<Restored> => {
  // Reads the key file first, so that a damaged key file stops the restore before anything is
  // written.
  const fileKeys = dataKeysOf(place.dataDir)
  // Reads the whole backup before writing anything, so that a damaged backup changes nothing.
  const { opening, sums } = await verifyBackup(file, place)
  await loadBackup(open, file, place, sums)
  await migrate(open.db)
  await analyze(open)
  // Takes data keys only from an encrypted backup. An unencrypted backup may come from anyone and
  // contain a stranger's keys.
  const isOurs = await isEncrypted(file)
  const carried = (isOurs && opening.kunci && parseDataKey(opening.kunci)) || []
  const neededIds = await missingKeys(open, place.dataKeys)
  const keysMissing = await missingKeys(open, [...place.dataKeys, ...fileKeys, ...carried])
  const hasNone = place.dataKeys.length === 0
  const keysWritten =
    (hasNone || neededIds.length > keysMissing.length) && addToKeyFile(place.dataDir, carried)
  const keysOutside =
    place.ignoresKeyFile && !hasNone ? neededIds.filter((id) => !keysMissing.includes(id)) : []
  const problems = await problemsOf(open)
  return { opening, sums, keysWritten, keysMissing, keysOutside, problems }
}

/**
 * Updates the planner statistics of PostgreSQL; without them queries on the new rows would be slow.
 * Does nothing on SQLite.
 */
export const analyze = async ({ db, raw }: OpenDatabase): Promise<void> => {
  if (!raw) await sql`analyze`.execute(db)
}

const draft = /^nada\.db\.pulih-/

const restoreFile = async (place: Place, file: string): Promise<Restored> => {
  const { dataDir } = place
  checkFolderEmpty(dataDir)
  // Deletes partly filled database files that a killed restore left behind.
  for (const name of readdirSync(dataDir).filter((n) => draft.test(n))) rmSync(join(dataDir, name))
  const draftFile = join(dataDir, `${sqliteName}.pulih-${process.pid}`)
  const open = openFresh(draftFile)
  try {
    const restored = await fillAndLook(open, file, place).finally(open.close)
    syncFile(draftFile)
    for (const end of ['-wal', '-shm']) rmSync(join(dataDir, sqliteName + end), { force: true })
    renameSync(draftFile, join(dataDir, sqliteName))
    mark(dataDir)
    syncFolder(dataDir)
    return restored
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(draftFile + end, { force: true })
  }
}

const restoreServer = async (place: Place, url: string, file: string): Promise<Restored> => {
  const open = await openServer(url)
  try {
    await checkDatabaseEmpty(open)
    return await fillAndLook(open, file, place)
  } finally {
    await open.close()
  }
}

/**
 * Restores a backup into an empty data folder or an empty PostgreSQL database. Throws ConfigError
 * when the target is not empty, and BackupError when the backup is incomplete. In both cases the
 * target stays unchanged.
 */
export const restore = async (place: Place, file: string): Promise<Restored> => {
  if (!existsSync(file)) throw new BackupError(`Tidak ada berkas ${file}.`)
  checkWritable(place.dataDir)
  return place.databaseUrl
    ? restoreServer(place, place.databaseUrl, file)
    : restoreFile(place, file)
}

/**
 * Restores a backup into a temporary folder beside the backup file, checks it and deletes the
 * folder. Proves that the backup can be restored.
 */
export const tryRestore = async (place: Place, file: string): Promise<Restored> => {
  if (!existsSync(file)) throw new BackupError(`Tidak ada berkas ${file}.`)
  const dataDir = mkdtempSync(join(dirname(file), '.uji-pulih-'))
  try {
    return await restore({ ...place, dataDir, databaseUrl: undefined }, file)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
