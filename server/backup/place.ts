/**
 * Reads a "place" from the environment: where the data and the backups are, the data keys and the
 * backup keys. Also opens the database of a place.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import pg from 'pg'
import { invalidKey } from '#server/backup/container.ts'
import { postgresSource, sqliteSource, type OpenSource } from '#server/backup/source.ts'
import { dataKeysOf } from '#server/crypto/keyFile.ts'
import { openSqlite } from '#server/db/engine.ts'
import { openPatiently } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { damagedReason, emptiedReason, sqliteName } from '#server/db/sqlite/sqliteFile.ts'
import { ConfigError, readConfig, type FilesConfig } from '#server/runtime/config.ts'

export interface Place {
  dataDir: string
  databaseUrl: string | undefined
  /**
   * Keys that decrypt columns, from `DATA_KEY` or the key file; empty when this machine has none.
   */
  dataKeys: Buffer[]
  /**
   * Whether a server with this data reads its data keys only from `DATA_KEY` and ignores the key
   * file. Always true on PostgreSQL; on SQLite only if `DATA_KEY` is set.
   */
  ignoresKeyFile: boolean
  /** Folder with the backups. */
  folder: string
  /**
   * Keys that encrypt whole backup files. The first key encrypts new backups; each key can decrypt
   * old ones. When the list is empty, new backups are not encrypted.
   */
  keys: string[]
  /** Number of newest backups that are kept; older ones are deleted. */
  keep: number
  /** Whether an unencrypted backup may be restored although backup keys are configured. */
  acceptPlain: boolean
  /**
   * Maximum unpacked size of a backup in bytes; if undefined, the limit is derived from the size of
   * the file.
   */
  maxBytes: number | undefined
  /** Object store of files; undefined if there is none. */
  files: FilesConfig | undefined
}
/** Command-line arguments that override the environment. */
export interface PlaceArgs {
  keep?: string
  to?: string
  'accept-unencrypted'?: boolean
  'new-key'?: boolean
  /** Maximum unpacked size of a backup in GB. */
  'max-size'?: string
}

/** Default number of backups to keep. */
const usualKeep = 14
const maxKeep = 10_000

const keepOf = (text: string | undefined): number => {
  if (!text) return usualKeep
  const n = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (n >= 1 && n <= maxKeep) return n
  throw new ConfigError(
    `BACKUP_KEEP tidak valid: "${text}". Isi bilangan bulat 1 sampai ${maxKeep}.`,
  )
}
const maxBytesOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text) * 1024 ** 3
  throw new ConfigError(`--max-size tidak valid: "${text}". Isi bilangan bulat, dalam GB.`)
}
/**
 * Matches a secret key of the encryption tool age, made by `age-keygen` or by
 * `npm run backup -- --new-key`.
 */
const backupKeyForm = /^AGE-SECRET-KEY-1[AC-HJ-NP-Z02-9]{58}$/
const backupKeysOf = (text: string | undefined): string[] => {
  const keys = text ? text.split(',').map((key) => key.trim()) : []
  if (keys.every((key) => backupKeyForm.test(key))) return keys
  throw invalidKey()
}

/** Reads the environment and arguments. Throws ConfigError that names the invalid variable. */
export const readPlace = (env: NodeJS.ProcessEnv, args: PlaceArgs): Place => {
  const { DATA_DIR, DATABASE_URL, DATA_KEY } = env
  // Placeholder key: on PostgreSQL, readConfig requires DATA_KEY, but a backup works without one.
  const filler = DATABASE_URL ? Buffer.alloc(32).toString('base64') : undefined
  const fileSettings = Object.entries(env).filter(([name]) => name.startsWith('FILES_'))
  const config = readConfig(
    {
      ...Object.fromEntries(fileSettings),
      DATA_DIR,
      DATABASE_URL,
      DATA_KEY: DATA_KEY || filler,
    },
    false,
  )
  const { dataDir, databaseUrl } = config
  return {
    dataDir,
    databaseUrl,
    dataKeys: DATA_KEY ? (config.dataKey ?? []) : dataKeysOf(dataDir),
    ignoresKeyFile: Boolean(DATA_KEY || databaseUrl),
    folder: resolve(args.to || env.BACKUP_DIR || join(dataDir, 'cadangan')),
    keys: backupKeysOf(env.BACKUP_KEY),
    keep: keepOf(args.keep ?? env.BACKUP_KEEP),
    acceptPlain: args['accept-unencrypted'] ?? false,
    maxBytes: maxBytesOf(args['max-size']),
    files: config.files,
  }
}

const words = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(words).join(', ')
  return error instanceof Error ? error.message : String(error)
}
const notUsable = (error: unknown): ConfigError =>
  new ConfigError(`DATABASE_URL tidak dapat dipakai: ${words(error)}`, { cause: error })

/**
 * Returns the path of the SQLite database file. Throws ConfigError when the file is missing, or
 * when it is empty although the folder held data before.
 */
export const existingFile = ({ dataDir }: Place): string => {
  const file = join(dataDir, sqliteName)
  const emptied = emptiedReason(dataDir)
  if (emptied) throw new ConfigError(emptied)
  if (!existsSync(file)) throw new ConfigError(`Tidak ada basis data di ${dataDir} (DATA_DIR).`)
  return file
}

const openFileSource = (place: Place): OpenSource => {
  const file = existingFile(place)
  try {
    const raw = new Sqlite(file, { readonly: true, timeout: 10_000 })
    // Reads once, so that the transaction takes its snapshot now: it would otherwise do so only at
    // its first read.
    raw.exec('begin')
    raw.prepare('select count(*) from sqlite_schema').get()
    return { ...sqliteSource(raw), close: async () => void raw.close() }
  } catch (error) {
    throw new ConfigError(damagedReason(file, words(error)), { cause: error })
  }
}

const openServerSource = async (url: string): Promise<OpenSource> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'nada-cadangan',
    // Turns the timeouts off, because a backup may take longer than they allow.
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw notUsable(error)
  }
  await client.query('begin isolation level repeatable read read only')
  const ask = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows
  await ask('select 1')
  return { ...postgresSource(ask), close: () => client.end() }
}

/**
 * Opens the database for reading in one snapshot; a server may write to it meanwhile. Throws
 * ConfigError when the database cannot be opened.
 */
export const openSource = async (place: Place): Promise<OpenSource> =>
  place.databaseUrl ? openServerSource(place.databaseUrl) : openFileSource(place)

/** Database opened for reading and writing; `raw` is the SQLite connection, if it is SQLite. */
export interface OpenDatabase {
  db: Db
  raw?: ReturnType<typeof openSqlite>['raw']
  close(): Promise<void>
}

/**
 * Closes a database file. Also closes the SQLite connection, which Kysely leaves open when no query
 * ran.
 */
export const closeFile = async (db: Db, raw: Required<OpenDatabase>['raw']): Promise<void> => {
  await db.destroy()
  raw.close()
}

/** Opens an existing database for writing. Throws ConfigError when it is missing or unusable. */
export const openExisting = async (place: Place): Promise<OpenDatabase> => {
  if (place.databaseUrl) return openServer(place.databaseUrl)
  const { db, raw } = openSqlite(existingFile(place))
  return { db, raw, close: () => closeFile(db, raw) }
}

/**
 * Opens a PostgreSQL database, empty or not. Throws ConfigError when it cannot be used.
 */
export const openServer = async (url: string): Promise<OpenDatabase> => {
  const db = openPatiently(url)
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    await db.destroy()
    throw notUsable(error)
  }
  return { db, close: () => db.destroy() }
}

/**
 * Creates a folder that only its owner can read, and its missing parent folders. Leaves an existing
 * folder unchanged.
 */
export const privateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}
