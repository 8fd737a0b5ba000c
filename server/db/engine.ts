/** One Kysely for two engines: SQLite in a file (or in memory), PostgreSQL by URL. */
import Sqlite from 'better-sqlite3'
import { CompiledQuery, Kysely, PostgresDialect, SqliteAdapter, SqliteDialect, SqliteDriver, type DatabaseConnection, type Driver, type SqliteDialectConfig } from 'kysely'
import pg from 'pg'
import { refuseInsideTransaction } from '#server/db/guard.ts'
import { makePrivate } from '#server/db/sqliteFile.ts'
import type { Db, Tables } from '#server/db/tables.ts'

export type Engine = 'sqlite' | 'postgres'
const engines = new WeakMap<object, Engine>()
/** Which engine a database, or a transaction of it, runs on. */
export const engineOf = (db: { getExecutor(): { adapter: object } }): Engine => engines.get(db.getExecutor().adapter.constructor) ?? 'sqlite'

const checked = (text: string): number => {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new RangeError(`Angka ${text} melampaui ketelitian`)
  return value
}
pg.types.setTypeParser(20, checked)
pg.types.setTypeParser(1700, checked)

// Preparing costs more than most of our statements take: each text is prepared once. An iterator keeps its statement busy and gets its own.
const cached = (db: Sqlite.Database): Sqlite.Database => {
  const statements = new Map<string, Sqlite.Statement>()
  const prepare = (text: string): Sqlite.Statement => {
    const known = statements.get(text)
    if (known) return known
    const made = db.prepare(text)
    if (statements.size >= 500) statements.clear()
    statements.set(text, made)
    return made
  }
  return new Proxy(db, { get: (target, key) => (key === 'prepare' ? prepare : key === 'close' ? () => target.close() : Reflect.get(target, key, target)) })
}

// Kysely's driver begins deferred: two writers that read first would then fail instead of queueing.
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
  readonly #raw: Sqlite.Database
  constructor(config: SqliteDialectConfig, raw: Sqlite.Database) {
    super(config)
    this.#raw = raw
  }
  /** A full disk, or one that fails, ends the transaction by itself: a second end would be the error that is told, in place of the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#raw.inTransaction) await super.rollbackTransaction(connection)
  }
  #last: Promise<void> = Promise.resolve()
  #release = () => {}
  /** One at a time, in order. Refused before it waits: it would wait for itself. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    refuseInsideTransaction()
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    this.#release = resolve
    return super.acquireConnection()
  }
  override async releaseConnection(): Promise<void> {
    this.#release()
  }
}
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean { return true }
  // Kysely's own lock would be waited for before the driver can refuse; the driver takes turns instead.
  override get supportsMultipleConnections(): boolean { return true }
}
class NadaSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #raw: Sqlite.Database
  constructor(config: SqliteDialectConfig, raw: Sqlite.Database) {
    super(config)
    this.#config = config
    this.#raw = raw
  }
  override createDriver(): Driver { return new ImmediateDriver(this.#config, this.#raw) }
  override createAdapter(): SqliteAdapter { return new TransactionalDdlAdapter() }
}
engines.set(TransactionalDdlAdapter, 'sqlite')

/** Opens SQLite: a file path, `:memory:`, or the bytes of a serialized database. */
export const openSqlite = (source: string | Buffer): { db: Db; raw: Sqlite.Database } => {
  if (typeof source === 'string' && source !== ':memory:') makePrivate(source)
  const raw = new Sqlite(source)
  raw.pragma('journal_mode = WAL')
  raw.pragma('synchronous = FULL')
  raw.pragma('foreign_keys = ON')
  raw.pragma('busy_timeout = 10000')
  raw.pragma('cache_size = -16000')
  raw.pragma('temp_store = MEMORY')
  return { db: new Kysely<Tables>({ dialect: new NadaSqliteDialect({ database: cached(raw) }, raw) }), raw }
}

class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback?: (...args: never[]) => void): void
  override connect(callback?: never): Promise<pg.PoolClient> | void {
    refuseInsideTransaction()
    return callback ? super.connect(callback) : super.connect()
  }
}

/** Opens PostgreSQL: a pool of `max` connections. */
export const openPostgres = (connectionString: string, max = 10): { db: Db; pool: pg.Pool } => {
  // Without its compiler: that judges by estimates, and compiles a search of 10 ms for 15.
  const pool = new GuardedPool({ connectionString, max, connectionTimeoutMillis: 10_000, application_name: 'nada', options: '-c jit=off' })
  // A lost idle connection is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {})
  // Nor may one that is lost while it is in use, between two statements: its next statement fails and says so.
  pool.on('connect', (client) => { client.on('error', () => {}) })
  const dialect = new PostgresDialect({ pool })
  engines.set(dialect.createAdapter().constructor, 'postgres')
  return { db: new Kysely<Tables>({ dialect }), pool }
}
