/**
 * Program of the process that backup.ts starts to make a backup. Its argument is the number of
 * backups to keep; it sends the backup or the error to its parent process.
 */
import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backupsIn, makeBackup, type Made } from '#server/backup/backup.ts'
import { BackupError } from '#server/backup/container.ts'
import { privateFolder, readPlace, type Place } from '#server/backup/place.ts'
import { sqliteName, whyNotWritten } from '#server/db/sqlite/sqliteFile.ts'
import { ConfigError } from '#server/runtime/config.ts'

export type BackupAnswer = Made | { galat: string }

const MB = 1024 * 1024
/** Bytes that must stay free on the disk, because the database may be on the same disk. */
const reserve = 256 * MB

/**
 * Throws BackupError when the disk of the backup folder has too little space, estimated from the
 * newest backup or the database file.
 */
const checkRoom = ({ folder, dataDir, databaseUrl }: Place): void => {
  privateFolder(folder)
  const [newest] = backupsIn(folder)
  const file = join(dataDir, sqliteName)
  const model = newest ?? (databaseUrl === undefined && existsSync(file) ? file : undefined)
  const needed = (model === undefined ? 0 : statSync(model).size) + reserve
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= needed) return
  const free = Math.floor((bavail * bsize) / MB)
  throw new BackupError(
    `Ruang disk untuk cadangan kurang: tersisa ${free} MB, perlu ${Math.ceil(needed / MB)} MB.`,
  )
}

const tried = async (): Promise<BackupAnswer> => {
  try {
    const place = readPlace(process.env, { keep: process.argv[2] })
    checkRoom(place)
    return await makeBackup(place)
  } catch (error) {
    const isSaid = error instanceof ConfigError || error instanceof BackupError
    const isSystem = error instanceof Error && 'syscall' in error
    // Any other error is a defect of the program. Its text is passed on for the developers.
    const words = isSaid || isSystem ? whyNotWritten(error) : `Cadangan gagal: ${String(error)}`
    return { galat: words }
  }
}

// Signals to stop the server also reach the backup process. They are ignored, because the server
// decides whether the backup continues.
process.on('SIGTERM', () => {})
process.on('SIGINT', () => {})
// Exits with the server, because nothing else receives the result.
process.once('disconnect', () => process.exit(0))
const answer = await tried()
process.send?.(answer, () => process.disconnect())
