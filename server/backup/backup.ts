/**
 * Makes a backup while a server may be running: writes the file, reads it again to check it,
 * records it in the database, then deletes old backups.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BackupError } from '#server/backup/container.ts'
import { noteBackup, type Tried } from '#server/backup/note.ts'
import {
  existingFile,
  openExisting,
  openSource,
  privateFolder,
  type Place,
} from '#server/backup/place.ts'
import { verifyBackup } from '#server/backup/read.ts'
import { differences } from '#server/backup/rows.ts'
import { writeBackup, type Opening } from '#server/backup/write.ts'
import { openSqlite } from '#server/db/engine.ts'
import { damagedReason, syncFolder, whyNotWritten } from '#server/db/sqlite/sqliteFile.ts'
import { withObjects } from '#server/files/inBackup.ts'
import { root } from '#server/runtime/bundle.ts'

/** Result of a complete backup. */
export interface Made {
  file: string
  size: number
  tables: number
  rows: number
  encrypted: boolean
  /** Whether the backup contains the data keys, which decrypt columns. */
  withKeys: boolean
  /** Number of backups in the folder after old ones were deleted. */
  kept: number
  /** Number of deleted old backups. */
  removed: number
}

const nameOf = (dibuat: string): string => `nada-${dibuat.replace(/[:.]/g, '-')}.cadangan`
const isBackup = /^nada-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.cadangan$/
const isPart = /^\.nada-.*\.part$/
/** Age in ms after which an unfinished file (`.part`) counts as left over from a killed backup. */
const partMs = 24 * 3_600_000

/** Returns the paths of the backups in a folder, newest first. */
export const backupsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => isBackup.test(name))
    .toSorted()
    .toReversed()
    .map((name) => join(folder, name))

const version = (): string => {
  const text = readFileSync(join(root, 'package.json'), 'utf8')
  const manifest: unknown = JSON.parse(text)
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : ''
}

const removeParts = (folder: string): void => {
  for (const name of readdirSync(folder).filter((n) => isPart.test(n))) {
    const path = join(folder, name)
    if (Date.now() - statSync(path).mtimeMs > partMs) rmSync(path, { force: true })
  }
}

/**
 * Deletes all backups except the newest `keep`. Call it only after the new backup is complete.
 * Otherwise a good old backup could be deleted although the new backup then fails.
 */
const prune = (folder: string, keep: number): { kept: number; removed: number } => {
  const all = backupsIn(folder)
  for (const file of all.slice(keep)) rmSync(file, { force: true })
  return { kept: Math.min(keep, all.length), removed: Math.max(0, all.length - keep) }
}

/**
 * Throws BackupError when the SQLite database file is damaged. Without this check, backups of
 * damaged data would gradually replace good ones.
 */
const checkFile = (place: Place): void => {
  if (place.databaseUrl) return
  const file = existingFile(place)
  let answer: unknown
  try {
    const { raw } = openSqlite(file)
    answer = raw.pragma('quick_check(1)', { simple: true })
    raw.close()
  } catch (error) {
    answer = error instanceof Error ? error.message : error
  }
  if (answer !== 'ok') throw new BackupError(damagedReason(file, String(answer)))
}

/**
 * Writes a backup file under a temporary name, reads the file again to check it, then renames it.
 */
const write = async (place: Place, dibuat: string): Promise<Omit<Made, 'kept' | 'removed'>> => {
  const [key] = place.keys
  const part = join(place.folder, `.nada-${process.pid}-${randomBytes(4).toString('hex')}.part`)
  const source = withObjects(await openSource(place), place.files)
  try {
    // Stores the data keys only in an encrypted backup. With the keys in an unencrypted backup,
    // anybody could decrypt the encrypted columns.
    const keys = key ? place.dataKeys.map((k) => k.toString('base64')).join(',') : ''
    const opening: Opening = {
      nada: 1,
      versi: version(),
      mesin: source.engine,
      dibuat,
      migrasi: await source.migrations(),
      kunci: keys || null,
    }
    const writtenSums = await writeBackup(part, source, opening, key)
    const { sums } = await verifyBackup(part, { keys: place.keys, maxBytes: Infinity })
    const wrong = differences(writtenSums, sums)
    if (wrong.length > 0) throw new BackupError(`Yang tertulis berbeda: ${wrong.join('; ')}`)
    const file = join(place.folder, nameOf(dibuat))
    renameSync(part, file)
    syncFolder(place.folder)
    return {
      file,
      size: statSync(file).size,
      tables: sums.length,
      rows: sums.reduce((n, sum) => n + sum.baris, 0),
      encrypted: key !== undefined,
      withKeys: opening.kunci !== null,
    }
  } finally {
    rmSync(part, { force: true })
    await source.close()
  }
}

const note = async (place: Place, tried: Tried): Promise<void> => {
  const { db, close } = await openExisting(place)
  try {
    await noteBackup(db, tried)
  } finally {
    await close()
  }
}

/**
 * Makes a backup and deletes old ones beyond `place.keep`. When the backup fails, records the
 * failure in the database and throws its error.
 */
export const makeBackup = async (place: Place): Promise<Made> => {
  // Reads the time before the snapshot is taken, so that the backup contains every write
  // acknowledged before this time.
  const dibuat = new Date().toISOString()
  const terenkripsi = place.keys.length > 0
  try {
    privateFolder(place.folder)
    removeParts(place.folder)
    checkFile(place)
    const backup = await write(place, dibuat)
    const { size: ukuran, rows: baris } = backup
    const berkas = backup.file
    await note(place, { dibuat, berkas, ukuran, baris, terenkripsi, galat: null })
    return { ...backup, ...prune(place.folder, place.keep) }
  } catch (error) {
    const galat = whyNotWritten(error)
    const tried = { dibuat, berkas: null, ukuran: null, baris: null, terenkripsi, galat }
    // Ignores a failure to record the attempt: the age of the last good backup will still show the
    // problem.
    await note(place, tried).catch(() => {})
    throw error
  }
}
