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
  type SqliteDialectConfig,
} from 'kysely'
import { failureOf } from '#server/db/failure.ts'
import { inTransaction, assertTransactionConnection } from '#server/db/guard.ts'
import type { Db, Tables } from '#server/db/schema/tables.ts'
import { Checkpointer } from '#server/db/sqlite/checkpoint.ts'
import { makePrivate } from '#server/db/sqlite/sqliteFile.ts'

export type Engine = 'sqlite' | 'postgres'
const engines = new WeakMap<object, Engine>()
/** Records the engine that an adapter belongs to, by the class of the adapter. */
export const setEngine = (adapter: object, engine: Engine): void =>
  void engines.set(adapter.constructor, engine)
/** Returns the engine on which a database, or a transaction of it, runs. */
export const engineOf = (db: { getExecutor(): { adapter: object } }): Engine =>
  engines.get(db.getExecutor().adapter.constructor) ?? 'sqlite'

/**
 * Throws for an empty `in ()` list, so that both engines behave alike: SQLite would match no row,
 * PostgreSQL reports a syntax error.
 */
const checkNoEmptyList = (text: string): void => {
  if (/\bin \(\s*\)/i.test(text)) throw new Error(`an empty list after "in": ${text}`)
}
// Wraps a database so that each SQL text is prepared only once, because preparing costs more than
// most of our statements take.
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
 * Longest wait in ms of a transaction while another process holds the write lock of the file, and
 * pause between two tries.
 */
const patienceMs = 5000
const pollMs = 50

// Begins transactions as IMMEDIATE. Kysely's driver begins them as DEFERRED, and two writers that
// both read first would fail instead of queueing.
class ImmediateDriver extends SqliteDriver {
  readonly #checkpointer: Checkpointer | undefined
  constructor(config: SqliteDialectConfig, checkpointer?: Checkpointer) {
    super(config)
    this.#checkpointer = checkpointer
  }
  /**
   * Whether commits currently wait for the disk. A commit of a step does not wait; the next waiting
   * commit also syncs the writes of the steps before it.
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
    const step = inTransaction.getStore()?.step === true
    for (const end = Date.now() + patienceMs; ;) {
      try {
        await this.#waitForDisk(connection, !step)
        await connection.executeQuery(CompiledQuery.raw('begin immediate'))
        return
      } catch (error) {
        if (failureOf(error)?.kind !== 'locked' || Date.now() > end) throw error
      }
      // Releases the connection while another process holds the write lock, so that reads of this
      // process can continue. SQLite's busy timeout would block the event loop instead.
      this.#release()
      await sleep(pollMs)
      await this.#turn()
    }
  }
  /**
   * Ignores the error that no transaction is active: on a full disk SQLite has already rolled it
   * back.
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
   * Hands out the connection to one caller at a time, in order of the calls. Throws at once for a
   * call nested in a transaction, which would wait for itself forever.
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
    await super.destroy()
  }
}
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
  // Disables Kysely's own lock, on which a nested call would wait forever before the driver can
  // reject it. The driver hands out the connection in turns instead.
  override get supportsMultipleConnections(): boolean {
    return true
  }
}
class NadaSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #checkpointer: Checkpointer | undefined
  constructor(config: SqliteDialectConfig, checkpointer?: Checkpointer) {
    super(config)
    this.#config = config
    this.#checkpointer = checkpointer
  }
  override createDriver(): Driver {
    return new ImmediateDriver(this.#config, this.#checkpointer)
  }
  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter()
  }
}
engines.set(TransactionalDdlAdapter, 'sqlite')

/**
 * Opens a SQLite database. `source` is a file path, `:memory:`, or the bytes of a serialized
 * database.
 */
export const openSqlite = (source: string | Buffer): { db: Db; raw: Sqlite.Database } => {
  if (typeof source === 'string' && source !== ':memory:') makePrivate(source)
  const raw = new Sqlite(source)
  raw.pragma('journal_mode = WAL')
  raw.pragma('synchronous = FULL')
  raw.pragma('foreign_keys = ON')
  // Overwrites deleted data, such as names of children, in the file.
  raw.pragma('secure_delete = ON')
  // SQLite waits synchronously for a lock, which blocks the process, so the wait is short. Longer
  // locks are waited for in `beginTransaction`.
  raw.pragma('busy_timeout = 100')
  raw.pragma('cache_size = -16000')
  raw.pragma('temp_store = MEMORY')
  const checkpointer =
    typeof source === 'string' && source !== ':memory:' ? new Checkpointer(raw, source) : undefined
  return {
    db: new Kysely<Tables>({
      dialect: new NadaSqliteDialect({ database: cached(raw) }, checkpointer),
    }),
    raw,
  }
}
