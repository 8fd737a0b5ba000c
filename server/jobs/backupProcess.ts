/**
 * Program of the process that backup.ts starts to make a backup. The argument of the program is the
 * number of backups to keep. The program sends the data of the backup, or the error, to its parent
 * process.
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
/**
 * Number of bytes that must stay free on the disk after the backup, because the database may be on
 * the same disk.
 */
const reserve = 256 * MB

/**
 * Throws BackupError when the disk of the backup folder has too little space. Estimates the size of
 * the new backup from the newest backup, or else from the database file.
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
    // Includes the text of any other error in the message. Such an error is a defect of the
    // program, and developers need its text.
    const words = isSaid || isSystem ? whyNotWritten(error) : `Cadangan gagal: ${String(error)}`
    return { galat: words }
  }
}

// Ignores signals, because a signal to stop the server may also reach this process. The server
// decides whether the backup continues.
process.on('SIGTERM', () => {})
process.on('SIGINT', () => {})
// Exits when the connection to the server closes, because only the server receives the result.
process.once('disconnect', () => process.exit(0))
const answer = await tried()
process.send?.(answer, () => process.disconnect())
