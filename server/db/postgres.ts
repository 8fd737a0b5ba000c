/**
 * Opens PostgreSQL by URL, with a connection pool for each kind of work (light, heavy, long). Each
 * pool limits its number of connections and the time that a statement may take.
 */
import { CompiledQuery, Kysely, PostgresDialect, PostgresDriver } from 'kysely'
import type {
  DatabaseConnection,
  Driver,
  Logger as StatementListener,
  TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { setEngine } from '#server/db/engine.ts'
import { assertTransactionConnection, inTransaction } from '#server/db/guard.ts'
import { preparedName } from '#server/db/preparedNames.ts'
import type { Db, Tables } from '#server/db/schema/tables.ts'
import { LongWorkLane, type LaneOptions } from '#server/db/sqlite/longWorkLane.ts'

const checked = (text: string): number => {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError(`Angka ${text} melampaui ketelitian`)
  return value
}
pg.types.setTypeParser(20, checked)
pg.types.setTypeParser(1700, checked)

/** Limits of a connection pool. All times are in ms; 0 means no limit. */
export interface Limits {
  connections: number
  /** Maximum duration of an SQL statement. */
  statement: number
  /** Maximum wait of a statement outside a transaction, for a lock that a transaction holds. */
  lock: number
  /**
   * Maximum wait of a statement inside a transaction, for a lock that another transaction holds. It
   * is longer than `lock`, because transactions often write the same rows.
   */
  lockInTransaction: number
  /** Maximum time between two statements of a transaction. */
  idle: number
  /** Maximum wait for a connection of the pool. */
  acquire: number
  readOnly?: true
  /**
   * Queue of limited length (LongWorkLane) in which requests wait for a connection of this pool.
   * Without `lane`, requests wait in the unlimited queue of pg's pool.
   */
  lane?: Omit<LaneOptions, 'size'>
}
const everyday = { lock: 1000, lockInTransaction: 5000, idle: 15_000, acquire: 4000 }

/** Limits of each connection pool. */
export const limits = {
  /**
   * Short work that people wait for: lists, single rows, saving. The limit per path (`perLine`)
   * stops requests that wait for one locked table from taking all connections.
   */
  light: {
    ...everyday,
    connections: 10,
    statement: 10_000,
    lane: {
      name: 'everyday connections',
      by: 'path',
      perLine: 7,
      waiting: 1000,
      waitingPerLine: 500,
      patience: 4000,
    },
  },
  /**
   * Reads of many rows, such as searches, sums, exports and previews. The number of connections is
   * small, to leave processor time for other work. A single user gets at most `perLine`
   * connections.
   */
  heavy: {
    ...everyday,
    connections: 3,
    statement: 60_000,
    readOnly: true,
    lane: {
      name: 'reader connections',
      by: 'user',
      perLine: 2,
      waiting: 128,
      waitingPerLine: 48,
      patience: 20_000,
    },
  },
  /** Writes of many rows in batches: generating and publishing bills, and imports. */
  long: { ...everyday, connections: 3, statement: 60_000, acquire: 60_000 },
  /** Preparation of a database, such as migrations and the demo school, without a time limit. */
  patient: {
    connections: 3,
    statement: 0,
    lock: 0,
    lockInTransaction: 0,
    idle: 0,
    acquire: 10_000,
  },
} satisfies Record<string, Limits>

/** Maximum number of connections of a serving process. */
export const connectionsPerProcess =
  limits.light.connections + limits.heavy.connections + limits.long.connections

/**
 * Time in ms that the server waits for PostgreSQL beyond the statement timeout. A connection
 * without a response until then counts as dead.
 */
const silenceMs = 5000

/**
 * Makes a connection prepare its frequent statements. Also makes the connection close itself when
 * PostgreSQL does not respond in time, so that the pool drops it. Without this, pg only rejects the
 * query and keeps using the dead connection.
 */
const prepareClient = (client: pg.PoolClient): void => {
  const ask: (...args: unknown[]) => unknown = client.query.bind(client)
  const query = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    const name =
      typeof text === 'string' && Array.isArray(values) ? preparedName(text, values) : undefined
    const answer =
      name === undefined ? ask(text, values, ...rest) : ask({ name, text, values }, ...rest)
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        const silent = error instanceof Error && error.message === 'Query read timeout'
        // Pooled clients do have the method `end`, although their type does not declare it.
        if (silent) void (client as unknown as pg.Client).end().catch(() => {})
      })
    return answer
  }
  Object.defineProperty(client, 'query', { value: query })
}

class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback?: (...args: never[]) => void): void
  override connect(callback?: never): Promise<pg.PoolClient> | void {
    assertTransactionConnection()
    return callback ? super.connect(callback) : super.connect()
  }
}

const poolOf = (
  connectionString: string,
  { connections, statement, lock, idle, acquire, readOnly }: Limits,
): pg.Pool => {
  const settings = {
    // Turns JIT compilation off. PostgreSQL uses it for queries with a high estimated cost, and
    // would compile for 15 ms to run a search that takes 10 ms.
    jit: 'off',
    // Leaves parallel workers to long reports. With them, a search beside other calls takes 60 ms
    // instead of 5 ms.
    parallel_setup_cost: 100_000,
    // Cost of any page, compared with the next page. The default of 4 fits turning disks, and makes
    // the planner scan a table instead of reading a fiftieth of it by an index.
    random_page_cost: 1.1,
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idle,
    ...(readOnly && { default_transaction_read_only: 'on' }),
  }
  const pool = new GuardedPool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: acquire,
    application_name: 'nada',
    keepAlive: true,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    ...(statement > 0 && { query_timeout: statement + silenceMs }),
  })
  // Ignores the loss of an idle connection. Without a listener, this event would end the process.
  // The pool replaces the connection at its next use.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // Ignores the loss of a connection between two statements of a transaction, which would also
    // end the process. The next statement of the transaction fails with the error.
    client.on('error', () => {})
    prepareClient(client)
  })
  return pool
}

/**
 * Kysely driver that sets the lock timeout of transactions. If its limits have a `lane`, the driver
 * waits for a turn in that lane before it takes a connection.
 */
class LimitedDriver extends PostgresDriver {
  readonly #lane: LongWorkLane | undefined
  readonly #lockInTransaction: number
  readonly #leaving = new WeakMap<DatabaseConnection, () => void>()
  constructor(pool: pg.Pool, { connections, lane, lockInTransaction }: Limits) {
    super({ pool })
    this.#lane = lane && new LongWorkLane({ ...lane, size: connections })
    this.#lockInTransaction = lockInTransaction
  }
  override async acquireConnection(
    ...args: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const leave = await this.#lane?.enter()
    try {
      const connection = await super.acquireConnection(...args)
      if (leave) this.#leaving.set(connection, leave)
      return connection
    } catch (error) {
      leave?.()
      throw error
    }
  }
  override async releaseConnection(
    ...args: Parameters<PostgresDriver['releaseConnection']>
  ): Promise<void> {
    await super.releaseConnection(...args)
    this.#leaving.get(args[0])?.()
  }
  override async beginTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
    { isolationLevel }: TransactionSettings,
  ): Promise<void> {
    // Starts the transaction, sets the lock timeout and locks the tables in one round trip. The
    // locks come before the first snapshot, so that the transaction sees the rows of those before.
    const locks = (inTransaction.getStore()?.queueFor ?? []).map(
      (table) => `lock table "${table}" in share row exclusive mode`,
    )
    const begin = [
      `start transaction${isolationLevel ? ` isolation level ${isolationLevel}` : ''}`,
      `set local lock_timeout = ${this.#lockInTransaction}`,
      ...locks,
    ]
    try {
      await connection.executeQuery(CompiledQuery.raw(begin.join('; ')))
    } catch (error) {
      // Kysely does not roll back a transaction whose start failed, here by a missed lock.
      await this.rollbackTransaction(connection).catch(() => {})
      throw error
    }
  }
}
class LimitedDialect extends PostgresDialect {
  readonly #driver: Driver
  constructor(pool: pg.Pool, ownLimits: Limits) {
    super({ pool })
    this.#driver = new LimitedDriver(pool, ownLimits)
  }
  override createDriver(): Driver {
    return this.#driver
  }
}

/** Numbers of connections of a pool, and of requests that wait for one of its connections. */
export interface PoolLoad {
  name: string
  connections: number
  idle: number
  waiting: number
}

const longOf = new WeakMap<Db, Db>()
/**
 * Returns the database handle for writes of many rows. On PostgreSQL it uses a separate pool; on
 * SQLite it is `db` itself.
 */
export const forLongWork = (db: Db): Db => longOf.get(db) ?? db

const open = (
  url: string,
  ownLimits: Limits,
  listen?: StatementListener,
): { db: Db; pool: pg.Pool } => {
  const pool = poolOf(url, ownLimits)
  const dialect = new LimitedDialect(pool, ownLimits)
  setEngine(dialect.createAdapter(), 'postgres')
  return { db: new Kysely<Tables>({ dialect, ...(listen && { log: listen }) }), pool }
}

/** Opens PostgreSQL without time limits for statements, for migrations and other preparation. */
export const openPatiently = (url: string): Db => open(url, limits.patient).db

/**
 * Opens PostgreSQL. `db` is the handle for short work, `reader` for reads of many rows, and
 * `forLongWork(db)` for writes of many rows. Connections are opened when they are first needed.
 * `listen` is called with each statement. `pools` returns the loads of the pools.
 */
export const openPostgres = (
  url: string,
  {
    light = limits.light,
    heavy = limits.heavy,
    long = limits.long,
  }: Partial<Record<'light' | 'heavy' | 'long', Limits>> = {},
  listen?: StatementListener,
): { db: Db; reader: Db; pools: () => PoolLoad[]; close: () => Promise<void> } => {
  const opened = {
    light: open(url, light, listen),
    heavy: open(url, heavy, listen),
    long: open(url, long, listen),
  }
  const { db } = opened.light
  longOf.set(db, opened.long.db)
  return {
    db,
    reader: opened.heavy.db,
    pools: () =>
      Object.entries(opened).map(([name, { pool }]) => ({
        name,
        connections: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      })),
    close: async () =>
      void (await Promise.all(Object.values(opened).map((part) => part.db.destroy()))),
  }
}
