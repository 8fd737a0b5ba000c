/**
 * Makes a backup beside a running server: writes it, reads it again, records it, then deletes old
 * backups.
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
import { root } from '#server/runtime/bundle.ts'

export interface Made {
  file: string
  size: number
  tables: number
  rows: number
  encrypted: boolean
  /** Whether the backup contains the keys of encrypted values. */
  withKeys: boolean
  /** Number of backups in the folder after the deletion, and number of deleted ones. */
  kept: number
  removed: number
}

const nameOf = (dibuat: string): string => `nada-${dibuat.replace(/[:.]/g, '-')}.cadangan`
const isBackup = /^nada-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.cadangan$/
const isPart = /^\.nada-.*\.part$/
/** Age in ms from which a part file is considered left over by a killed process. */
const partMs = 24 * 3_600_000

/** Returns the backups of a folder, the newest first. */
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
 * Deletes all backups except the newest `keep`. Must be called only after a new one is complete.
 */
const prune = (folder: string, keep: number): { kept: number; removed: number } => {
  const all = backupsIn(folder)
  for (const file of all.slice(keep)) rmSync(file, { force: true })
  return { kept: Math.min(keep, all.length), removed: Math.max(0, all.length - keep) }
}

/**
 * Throws when the database file of SQLite is damaged, because its backups would otherwise replace
 * older, good ones.
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

/** Writes a backup file and reads it again; deletes the file on failure. */
const write = async (place: Place, dibuat: string): Promise<Omit<Made, 'kept' | 'removed'>> => {
  const [key] = place.keys
  const part = join(place.folder, `.nada-${process.pid}-${randomBytes(4).toString('hex')}.part`)
  const source = await openSource(place)
  try {
    // The keys are stored only in an encrypted backup; in an unencrypted one they would make the
    // encrypted values readable.
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
 * Makes a backup and deletes surplus ones. Throws when the backup is not complete on the disk; the
 * failure is recorded.
 */
export const makeBackup = async (place: Place): Promise<Made> => {
  // Taken before the snapshot, so that the snapshot contains every write acknowledged until this
  // time.
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
    // A failure to record is ignored: the age of the last good backup then shows the failure.
    await note(place, tried).catch(() => {})
    throw error
  }
}
