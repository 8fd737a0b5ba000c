/**
 * Journal of an upgrade in DATA_DIR. While it exists, the data may be changed by a version that is
 * not installed yet, and no server must start on them (`server/upgrade/upgrade.ts`).
 */
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { syncFolder } from '#server/db/sqlite/sqliteFile.ts'
import { ConfigError } from '#server/runtime/config.ts'

export interface Journal {
  /** Folder of the release to install. */
  ke: string
  /** Backup from before the upgrade; null until it is complete and the data may change. */
  cadangan: string | null
}

/** The launcher of a release looks for this name, too. */
const journalName = 'pembaruan.json'
const lockName = 'pembaruan.kunci'

/** Returns the journal of an unfinished upgrade; undefined if there is none. */
export const readJournal = (dataDir: string): Journal | undefined => {
  try {
    return JSON.parse(readFileSync(join(dataDir, journalName), 'utf8')) as Journal
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
/** Stores the journal so that it survives a power cut. */
export const storeJournal = (dataDir: string, journal: Journal): void => {
  const file = join(dataDir, journalName)
  const handle = openSync(`${file}.baru`, 'w', 0o600)
  writeSync(handle, JSON.stringify(journal))
  fsyncSync(handle)
  closeSync(handle)
  renameSync(`${file}.baru`, file)
  syncFolder(dataDir)
}
/** Ends an upgrade: deletes its journal. */
export const removeJournal = (dataDir: string): void => {
  rmSync(join(dataDir, journalName), { force: true })
  syncFolder(dataDir)
}

/**
 * Lets only one upgrade run at a time. Returns a function that ends the lock; the end of the
 * process ends it, too. Throws ConfigError while another process holds the lock.
 */
export const lockUpgrades = (dataDir: string): (() => void) => {
  const lock = new Sqlite(join(dataDir, lockName), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw new ConfigError('Pembaruan lain sedang berjalan. Tunggu sampai selesai.', {
      cause: error,
    })
  }
  return () => void lock.close()
}
