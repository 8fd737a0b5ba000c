/**
 * SQLite database file: permissions of the file and its folder, checks at server start, and syncing
 * to the disk.
 */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '#server/runtime/bundle.ts'

/** Name of the SQLite database file in `DATA_DIR`. */
export const sqliteName = 'nada.db'
/**
 * Name of the marker file beside a database that has been in use. Without the marker, a lost
 * database would look like a first start and would silently be replaced by an empty school.
 */
const markerName = `${sqliteName}.ada`
const markerText = `Folder ini berisi data sekolah di ${sqliteName}.
Jika berkas itu hilang atau kosong, server menolak mulai: supaya tidak diam-diam membuat yang baru.
Pulihkan dari cadangan: ${commandLine('restore')} BERKAS
`
/** Suffixes of the files that SQLite keeps beside the database file. */
const besides = ['-wal', '-shm', '-journal'] as const

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Reasons shown to the operator, by error code of the operating system. */
const reasons: Record<string, string> = {
  EACCES: 'pengguna yang menjalankan server ini tidak boleh menulis di situ',
  EPERM: 'pengguna yang menjalankan server ini tidak boleh menulis di situ',
  EROFS: 'sistem berkasnya hanya dapat dibaca',
  ENOSPC: 'disk penuh',
  EDQUOT: 'kuota disk habis',
  EEXIST: 'itu bukan folder',
  ENOTDIR: 'itu bukan folder',
  EIO: 'disk tidak dapat dibaca atau ditulis',
}
/**
 * Returns the Indonesian reason why a file or folder could not be written. For an error code
 * without a reason, returns the message of the error.
 */
export const whyNotWritten = (error: unknown): string =>
  reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error))

/**
 * Creates the folder if it is missing, writes and deletes a test file, and checks that existing
 * database files can be read and written. Throws the operating system's error if one of these
 * operations fails.
 */
export const checkWritable = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const trial = join(folder, `.uji-tulis-${process.pid}`)
  writeFileSync(trial, 'x', { mode: 0o600 })
  unlinkSync(trial)
  const file = join(folder, sqliteName)
  for (const path of [file, ...besides.map((end) => file + end)])
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK)
}

/**
 * Creates a database file that only its owner can read and write. Restricts an existing file, and
 * the files that SQLite keeps beside it, in the same way.
 */
export const makePrivate = (file: string): void => {
  // Creates the file with read and write permission only for the owner. SQLite will give the files
  // that it keeps beside the database the same permissions.
  closeSync(openSync(file, 'a', 0o600))
  for (const path of [file, ...besides.map((end) => file + end)]) {
    try {
      if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
    } catch (error) {
      // Skips a missing file, and a file of another system user, whose permissions only that user
      // may change.
      if (!['ENOENT', 'EPERM'].includes(codeOf(error))) throw error
    }
  }
}

const howToRestore =
  'Pindahkan nada.db, nada.db-wal, dan nada.db-shm ke tempat lain, lalu pulihkan cadangan: ' +
  `${commandLine('restore')} BERKAS (docs/operations.md).`

/**
 * Returns why the server must not start: the folder held a school's data, but the database file is
 * now missing or empty. Returns undefined when it may start.
 */
export const emptiedReason = (folder: string): string | undefined => {
  const file = join(folder, sqliteName)
  const size = existsSync(file) ? statSync(file).size : undefined
  const signs = [markerName, 'kunci-data', `${sqliteName}-wal`]
  const sign = signs.find((name) => existsSync(join(folder, name)))
  if (size || sign === undefined) return undefined
  const problem = size === 0 ? `kosong: ${file} berukuran 0 byte` : `hilang: ${file} tidak ada`
  return (
    `Basis data ${problem}, padahal folder ini pernah berisi data (ada ${sign}). ${howToRestore} ` +
    'Jika memang ingin mulai dari kosong, pakai folder lain.'
  )
}
/** Returns the error text for a damaged database file; `why` is SQLite's own message. */
export const damagedReason = (file: string, why: string): string =>
  // Replaces line breaks in SQLite's message, because the error text must be a single line.
  `Basis data rusak: ${file} (${why.replaceAll(/\s+/g, ' ')}). ${howToRestore}`

/**
 * Syncs the list of files in a folder to the disk. Without this, a new or renamed file may be lost
 * in a power cut.
 */
export const syncFolder = (folder: string): void => {
  // Windows cannot sync a folder.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Marks a folder as holding a school's data, unless it is marked already. */
export const mark = (folder: string): void => {
  const file = join(folder, markerName)
  if (!existsSync(file)) writeFileSync(file, markerText, { mode: 0o600 })
}
