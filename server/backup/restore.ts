/** Puts a backup back, of either engine into either engine, and looks at what came about. */
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
import { ConfigError, parseDataKey } from '#server/config.ts'
import { openSqlite } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import { checkWritable, mark, sqliteName, syncFolder } from '#server/db/sqliteFile.ts'

export interface Restored {
  opening: Opening
  sums: TableSum[]
  /** Whether the key file was written from the backup. */
  keysWritten: boolean
  /** Keys without which a server will not start. */
  keysMissing: string[]
  /** Broken rules in the data, as backed up. */
  problems: string[]
}

/** Refuses a PostgreSQL that holds anything. Throws ConfigError. */
export const refuseFilled = async ({ db }: OpenDatabase): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select table_name as name
    from information_schema.tables where table_schema = current_schema() limit 3`.execute(db)
  if (rows.length === 0) return
  throw new ConfigError(
    `Basis data tujuan (DATABASE_URL) tidak kosong: ada ${rows.map((r) => r.name).join(', ')}. ` +
      'Buat basis data baru yang kosong; yang berisi tidak pernah ditimpa.',
  )
}

/** Refuses a folder that holds a database; one that was emptied may be filled again. */
const refuseFilledFolder = (folder: string): void => {
  for (const name of [sqliteName, `${sqliteName}-wal`]) {
    const path = join(folder, name)
    if (!existsSync(path) || statSync(path).size === 0) continue
    throw new ConfigError(
      `DATA_DIR tidak kosong: ada ${path}. Pakai folder lain, atau pindahkan dahulu ` +
        'nada.db, nada.db-wal, dan nada.db-shm; yang berisi tidak pernah ditimpa.',
    )
  }
}

/** Opens a new database file, which is discarded on failure: no step needs undoing. */
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

/** Fills an open, empty database, brings it up to date and looks at it. */
const fillAndLook = async (
  open: OpenDatabase,
  file: string,
  place: Pick<Place, 'keys' | 'acceptPlain' | 'maxBytes' | 'dataKeys' | 'dataDir'>,
): Promise<Restored> => {
  // From its first byte to its last before anything is made of it.
  const { opening, sums } = await verifyBackup(file, place)
  await loadBackup(open, file, place, sums)
  await migrate(open.db)
  await analyze(open)
  // Keys are only in encrypted backups: what another file names as keys is not ours.
  const isOurs = await isEncrypted(file)
  const carried = (isOurs && opening.kunci && parseDataKey(opening.kunci)) || []
  const needed = await missingKeys(open, place.dataKeys)
  const keysMissing = await missingKeys(open, [...place.dataKeys, ...carried])
  const keysWritten =
    (needed.length > keysMissing.length || place.dataKeys.length === 0) &&
    addToKeyFile(place.dataDir, place.dataKeys, carried)
  return { opening, sums, keysWritten, keysMissing, problems: await problemsOf(open) }
}

/** PostgreSQL knows nothing of rows that were just filled in, and would look at them one by one. */
export const analyze = async ({ db, raw }: OpenDatabase): Promise<void> => {
  if (!raw) await sql`analyze`.execute(db)
}

const draft = /^nada\.db\.pulih-/

const restoreFile = async (place: Place, file: string): Promise<Restored> => {
  const { dataDir } = place
  refuseFilledFolder(dataDir)
  // Deletes the drafts of a restore that was killed.
  for (const name of readdirSync(dataDir).filter((n) => draft.test(n))) rmSync(join(dataDir, name))
  const made = join(dataDir, `${sqliteName}.pulih-${process.pid}`)
  const open = openFresh(made)
  try {
    const restored = await fillAndLook(open, file, place).finally(open.close)
    syncFile(made)
    for (const end of ['-wal', '-shm']) rmSync(join(dataDir, sqliteName + end), { force: true })
    renameSync(made, join(dataDir, sqliteName))
    mark(dataDir)
    syncFolder(dataDir)
    return restored
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(made + end, { force: true })
  }
}

const restoreServer = async (place: Place, url: string, file: string): Promise<Restored> => {
  const open = await openServer(url)
  try {
    await refuseFilled(open)
    return await fillAndLook(open, file, place)
  } finally {
    await open.close()
  }
}

/**
 * Restores a backup into an empty folder or an empty PostgreSQL. Throws ConfigError where it is not
 * empty, BackupError when the backup is not whole; then nothing has come about.
 */
export const restore = async (place: Place, file: string): Promise<Restored> => {
  if (!existsSync(file)) throw new BackupError(`Tidak ada berkas ${file}.`)
  checkWritable(place.dataDir)
  return place.databaseUrl
    ? restoreServer(place, place.databaseUrl, file)
    : restoreFile(place, file)
}

/** Restores a backup beside its file, looks at it and throws it away: the drill of every day. */
export const tryRestore = async (place: Place, file: string): Promise<Restored> => {
  if (!existsSync(file)) throw new BackupError(`Tidak ada berkas ${file}.`)
  const dataDir = mkdtempSync(join(dirname(file), '.uji-pulih-'))
  try {
    return await restore({ ...place, dataDir, databaseUrl: undefined }, file)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
