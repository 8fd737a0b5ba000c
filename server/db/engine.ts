/**
 * Sets up Kysely for SQLite, in a file or in memory, and records which engine a database uses.
 * PostgreSQL is set up in postgres.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type Driver,
  type Logger as StatementListener,
  type SqliteDialectConfig,
} from 'kysely'
import { failureOf } from '#server/db/failure.ts'
import { inTransaction, assertTransactionConnection } from '#server/db/guard.ts'
import type { Db, Tables } from '#server/db/schema/tables.ts'
import { Checkpointer } from '#server/db/sqlite/checkpoint.ts'
import { makePrivate } from '#server/db/sqlite/sqliteFile.ts'
import { WalSync } from '#server/db/sqlite/walSync.ts'

export type Engine = 'sqlite' | 'postgres'
const engines = new WeakMap<object, Engine>()
/** Records the engine of a Kysely adapter, for all adapters of the same class. */
export const setEngine = (adapter: object, engine: Engine): void =>
  void engines.set(adapter.constructor, engine)
/** Returns the engine of a database or transaction; `sqlite` for an unrecorded adapter. */
export const engineOf = (db: { getExecutor(): { adapter: object } }): Engine =>
  engines.get(db.getExecutor().adapter.constructor) ?? 'sqlite'

/**
 * Throws when an SQL text contains an empty list (`in ()`). SQLite would accept such a list and
 * match no row; PostgreSQL rejects it with a syntax error.
 */
const checkNoEmptyList = (text: string): void => {
  if (/\bin \(\s*\)/i.test(text)) throw new Error(`an empty list after "in": ${text}`)
}
// Wraps a database so that each SQL text is prepared only once, because preparing a statement takes
// longer than running most statements.
const cached = (db: Sqlite.Database): Sqlite.Database => {
  const statements = new Map<string, Sqlite.Statement>()
  const prepare = (text: string): Sqlite.Statement => {
    const cachedStatement = statements.get(text)
    if (cachedStatement) return cachedStatement
    checkNoEmptyList(text)
    const statement = db.prepare(text)
    if (statements.size >= 500) statements.clear()
    statements.set(text, statement)
    return statement
  }
  return new Proxy(db, {
    get: (target, key) => {
      if (key === 'prepare') return prepare
      return key === 'close' ? () => target.close() : Reflect.get(target, key, target)
    },
  })
}

/**
 * Maximum time in ms that a transaction waits while another process holds the file's write lock.
 */
const patienceMs = 5000
/** Time in ms between two tries to take the write lock. */
const pollMs = 50

// Begins each transaction with `begin immediate`, which takes the write lock at once. Kysely's own
// driver takes the lock at the first write. When two of its transactions read first and then write,
// one of them fails instead of waiting.
class ImmediateDriver extends SqliteDriver {
  readonly #checkpointer: Checkpointer | undefined
  readonly #wal: WalSync | undefined
  constructor(config: SqliteDialectConfig, checkpointer?: Checkpointer, wal?: WalSync) {
    super(config)
    this.#checkpointer = checkpointer
    this.#wal = wal
  }
  /**
   * Whether a commit itself waits until its data is on the disk. The commits of transaction() do
   * not: their callers wait for `syncCommits` afterwards.
   */
  #waits = true
  async #waitForDisk(connection: DatabaseConnection, waits: boolean): Promise<void> {
    if (waits === this.#waits) return
    await connection.executeQuery(
      CompiledQuery.raw(`pragma synchronous = ${waits ? 'full' : 'normal'}`),
    )
    this.#waits = waits
  }
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const waits = !this.#wal || !inTransaction.getStore()
    for (const end = Date.now() + patienceMs; ;) {
      try {
        await this.#waitForDisk(connection, waits)
        await connection.executeQuery(CompiledQuery.raw('begin immediate'))
        return
      } catch (error) {
        if (failureOf(error)?.kind !== 'locked' || Date.now() > end) throw error
      }
      // Lets other callers use the connection while another process holds the write lock, so that
      // reads continue. SQLite's own busy timeout would block the event loop instead.
      this.#release()
      await sleep(pollMs)
      await this.#turn()
    }
  }
  /**
   * Rolls back, ignoring the error that no transaction is active: when the disk is full, SQLite has
   * already rolled back itself.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      if (!(error instanceof Error && /no transaction is active/.test(error.message))) throw error
    }
  }
  #last: Promise<void> = Promise.resolve()
  #release = () => {}
  async #turn(): Promise<void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    this.#release = resolve
  }
  /**
   * Hands out the only connection to one caller at a time, in the order of the calls. Throws when
   * code inside a transaction requests another connection: that code would wait forever for the
   * connection that its own transaction holds.
   */
  override async acquireConnection(): Promise<DatabaseConnection> {
    assertTransactionConnection()
    if (inTransaction.getStore()?.step) await this.#checkpointer?.room()
    await this.#turn()
    return super.acquireConnection()
  }
  override async releaseConnection(): Promise<void> {
    this.#release()
  }
  override async destroy(): Promise<void> {
    await this.#checkpointer?.end()
    await this.#wal?.end()
    await super.destroy()
  }
}
class TransactionalDdlAdapter extends SqliteAdapter {
  readonly wal: WalSync | undefined
  constructor(wal?: WalSync) {
    super()
    this.wal = wal
  }
  override get supportsTransactionalDdl(): boolean {
    return true
  }
  // Returns true, which turns off Kysely's own lock; `acquireConnection` queues the callers
  // instead. With the lock, a query nested in a transaction would wait forever before
  // `acquireConnection` could reject the query.
  override get supportsMultipleConnections(): boolean {
    return true
  }
}
class NadaSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #checkpointer: Checkpointer | undefined
  readonly #wal: WalSync | undefined
  constructor(config: SqliteDialectConfig, checkpointer?: Checkpointer, wal?: WalSync) {
    super(config)
    this.#config = config
    this.#checkpointer = checkpointer
    this.#wal = wal
  }
  override createDriver(): Driver {
    return new ImmediateDriver(this.#config, this.#checkpointer, this.#wal)
  }
  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter(this.#wal)
  }
}
engines.set(TransactionalDdlAdapter, 'sqlite')
/**
 * Resolves when all commits of transaction() so far are on the disk. Resolves at once for a
 * database whose commits wait themselves: PostgreSQL, and SQLite in memory.
 */
export const syncCommits = async (db: Db): Promise<void> => {
  const { adapter } = db.getExecutor()
  if (adapter instanceof TransactionalDdlAdapter) await adapter.wal?.synced()
}

/**
 * Opens a SQLite database. `source` is a file path, `:memory:`, or the bytes of a serialized
 * database. `listen` is called with each statement.
 */
export const openSqlite = (
  source: string | Buffer,
  listen?: StatementListener,
): { db: Db; raw: Sqlite.Database } => {
  if (typeof source === 'string' && source !== ':memory:') makePrivate(source)
  const raw = new Sqlite(source)
  raw.pragma('journal_mode = WAL')
  raw.pragma('synchronous = FULL')
  raw.pragma('foreign_keys = ON')
  // Overwrites deleted data in the file, so that erased personal data cannot be recovered.
  raw.pragma('secure_delete = ON')
  // Keeps SQLite's own wait for a lock short, because this wait blocks the process.
  // `beginTransaction` waits longer without blocking.
  raw.pragma('busy_timeout = 100')
  raw.pragma('cache_size = -16000')
  raw.pragma('temp_store = MEMORY')
  const file = typeof source === 'string' && source !== ':memory:' ? source : undefined
  const checkpointer = file === undefined ? undefined : new Checkpointer(raw, file)
  const wal = file === undefined ? undefined : new WalSync(file)
  return {
    db: new Kysely<Tables>({
      ...(listen && { log: listen }),
      dialect: new NadaSqliteDialect({ database: cached(raw) }, checkpointer, wal),
    }),
    raw,
  }
}
