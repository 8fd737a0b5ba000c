/** SQLite's file and its folder: permissions, and the checks at start. */
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

/** Name of SQLite's file in `DATA_DIR`. */
export const sqliteName = 'nada.db'
/**
 * Marker file beside a database that has been in use. Without it a lost file and a first start
 * would look equal, and a lost database would silently be replaced by an empty school.
 */
const markerName = `${sqliteName}.ada`
const markerText = `Folder ini berisi data sekolah di ${sqliteName}.
Bila berkas itu hilang atau kosong, server menolak mulai: supaya tidak diam-diam membuat yang baru.
Pulihkan dari cadangan: npm run restore
`
/** Files that SQLite keeps beside its own. */
const besides = ['-wal', '-shm', '-journal'] as const

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Returns why the system rejected a write, in words; the code where there are no words. */
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
/** Returns the reason why a file or folder could not be written, for the operator. */
export const whyNotWritten = (error: unknown): string =>
  reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error))

/** Makes the folder if it is missing, and writes a test file. Throws the system's error. */
export const checkWritable = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const trial = join(folder, `.uji-tulis-${process.pid}`)
  writeFileSync(trial, 'x', { mode: 0o600 })
  unlinkSync(trial)
  const file = join(folder, sqliteName)
  for (const path of [file, ...besides.map((end) => file + end)])
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK)
}

/** Makes a file that only its owner reads and writes, and one that is there already so. */
export const makePrivate = (file: string): void => {
  // SQLite gives what it makes beside a file the mode of the file.
  closeSync(openSync(file, 'a', 0o600))
  for (const path of [file, ...besides.map((end) => file + end)]) {
    try {
      if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
    } catch (error) {
      // Not there; or another user's, who alone may change its mode, and whose choice it then is.
      if (!['ENOENT', 'EPERM'].includes(codeOf(error))) throw error
    }
  }
}

const howToRestore =
  'Pindahkan nada.db, nada.db-wal, dan nada.db-shm ke tempat lain, lalu pulihkan cadangan: ' +
  'npm run restore -- BERKAS (docs/operations.md).'

/** Why a folder that held a school must not be started on; undefined when it may. */
export const emptiedReason = (folder: string): string | undefined => {
  const file = join(folder, sqliteName)
  const size = existsSync(file) ? statSync(file).size : undefined
  const signs = [markerName, 'kunci-data', `${sqliteName}-wal`]
  const sign = signs.find((name) => existsSync(join(folder, name)))
  if (size || sign === undefined) return undefined
  const problem = size === 0 ? `kosong: ${file} berukuran 0 byte` : `hilang: ${file} tidak ada`
  return (
    `Basis data ${problem}, padahal folder ini pernah berisi data (ada ${sign}). ${howToRestore} ` +
    'Bila memang ingin mulai dari kosong, pakai folder lain.'
  )
}
/** Returns the error text for a file that SQLite cannot read. */
export const damagedReason = (file: string, why: string): string =>
  // SQLite's message has several lines; the error text has one.
  `Basis data rusak: ${file} (${why.replaceAll(/\s+/g, ' ')}). ${howToRestore}`

/** Puts names of a folder onto the disk: a new file is only then there after a power cut. */
export const syncFolder = (folder: string): void => {
  // Windows has no such thing.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Marks a folder as one that holds a school. */
export const mark = (folder: string): void => {
  const file = join(folder, markerName)
  if (!existsSync(file)) writeFileSync(file, markerText, { mode: 0o600 })
}
