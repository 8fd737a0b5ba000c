/**
 * Sets up Kysely for two engines: SQLite in a file (or in memory) here, PostgreSQL by URL in
 * postgres.ts.
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
/** Records the engine of an adapter's class. */
export const setEngine = (adapter: object, engine: Engine): void =>
  void engines.set(adapter.constructor, engine)
/** Returns the engine that a database, or a transaction of it, runs on. */
export const engineOf = (db: { getExecutor(): { adapter: object } }): Engine =>
  engines.get(db.getExecutor().adapter.constructor) ?? 'sqlite'

/** SQLite takes an empty list for none; PostgreSQL rejects an empty list: here both reject it. */
const refuseEmptyList = (text: string): void => {
  if (/\bin \(\s*\)/i.test(text)) throw new Error(`an empty list after "in": ${text}`)
}
// Preparing costs more than most of our statements take: each text is prepared once. An iterator
// keeps its statement busy and gets its own.
const cached = (db: Sqlite.Database): Sqlite.Database => {
  const statements = new Map<string, Sqlite.Statement>()
  const prepare = (text: string): Sqlite.Statement => {
    const cachedStatement = statements.get(text)
    if (cachedStatement) return cachedStatement
    refuseEmptyList(text)
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
 * Longest wait of a transaction for another process that writes to the file, and the polling
 * interval, in ms.
 */
const patienceMs = 5000
const pollMs = 50

// Kysely's driver begins deferred: two writers that read first would then fail instead of queueing.
class ImmediateDriver extends SqliteDriver {
  readonly #checkpointer: Checkpointer | undefined
  constructor(config: SqliteDialectConfig, checkpointer?: Checkpointer) {
    super(config)
    this.#checkpointer = checkpointer
  }
  /**
   * Whether commits wait for the disk now. The commit after a step also syncs the step's part of
   * the log.
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
      // Reading needs no lock: others have their turn meanwhile. SQLite's own waiting would stop
      // the whole process.
      this.#release()
      await sleep(pollMs)
      await this.#turn()
    }
  }
  /** A disk that is full undoes the transaction by itself: then there is nothing left to undo. */
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
   * Connections are given one at a time, in order. A nested request is rejected before it waits: it
   * would wait for itself.
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
  // Kysely's own lock would be waited for before the driver can refuse; the driver takes turns
  // instead.
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

/** Opens SQLite: a file path, `:memory:`, or the bytes of a serialized database. */
export const openSqlite = (source: string | Buffer): { db: Db; raw: Sqlite.Database } => {
  if (typeof source === 'string' && source !== ':memory:') makePrivate(source)
  const raw = new Sqlite(source)
  raw.pragma('journal_mode = WAL')
  raw.pragma('synchronous = FULL')
  raw.pragma('foreign_keys = ON')
  // Deleted data, such as names of children, is removed from the file, too.
  raw.pragma('secure_delete = ON')
  // Waiting stops the process: a little for what is over at once, the rest above.
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
