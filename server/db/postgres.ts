/** PostgreSQL by URL: a pool for each kind of work, each with its own limits of number and time. */
import { CompiledQuery, Kysely, PostgresDialect, PostgresDriver } from 'kysely'
import type { DatabaseConnection, Driver, TransactionSettings } from 'kysely'
import pg from 'pg'
import { setEngine } from '#server/db/engine.ts'
import { assertTransactionConnection } from '#server/db/guard.ts'
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

/** Limits of a kind of work; times in milliseconds, 0 for none. */
export interface Limits {
  connections: number
  /** Longest time for one statement. */
  statement: number
  /**
   * Longest wait of a statement for a lock of another: outside a transaction, and inside one, where
   * others write the same rows.
   */
  lock: number
  lockInTransaction: number
  /** Longest time that a transaction may be idle. */
  idle: number
  /** Longest wait for a connection. */
  acquire: number
  readOnly?: true
  /** Work of this kind waits in a bounded lane. */
  lane?: Omit<LaneOptions, 'size'>
}
const everyday = { lock: 1000, lockInTransaction: 5000, idle: 15_000, acquire: 4000 }

/** Limits of PostgreSQL use for each kind of work. */
export const limits = {
  /**
   * Work that people wait for: lists, views, saving. Work that waits for one locked table leaves
   * connections to all other work.
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
   * Reads of many rows: searching, sums, exports, previews. Few at a time leave processors to the
   * rest; one user never has all of it.
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
  /** Writing of many rows, a batch at a time: generation, publishing many, imports. */
  long: { ...everyday, connections: 3, statement: 60_000, acquire: 60_000 },
  /** Migrations, the demo school: as long as it takes. */
  patient: {
    connections: 3,
    statement: 0,
    lock: 0,
    lockInTransaction: 0,
    idle: 0,
    acquire: 10_000,
  },
} satisfies Record<string, Limits>

/**
 * How much longer than a statement may take its answer may be under way: after that the other side
 * is taken for dead.
 */
const silenceMs = 5000

/**
 * Closes a connection without a response, so that the pool drops it: after a read timeout pg only
 * rejects the query and leaves the connection waiting.
 */
const closeWhenSilent = (client: pg.PoolClient): void => {
  const ask: (...args: unknown[]) => unknown = client.query.bind(client)
  const query = (...args: unknown[]): unknown => {
    const answer = ask(...args)
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        const silent = error instanceof Error && error.message === 'Query read timeout'
        // A pool's client is a client, though its type does not say that it ends.
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
    // Without its compiler: that judges by estimates, and compiles a search of 10 ms for 15.
    jit: 'off',
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
  // A lost idle connection is replaced at the next use; without a listener it would end the
  // process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // An error of a connection lost between two statements must not end the process either: its
    // next statement fails with that error.
    client.on('error', () => {})
    closeWhenSilent(client)
  })
  return pool
}

/**
 * Kysely's driver, in the lane of its kind of work; a transaction begins with the patience that
 * writing needs.
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
    connection: DatabaseConnection,
    { isolationLevel }: TransactionSettings,
  ): Promise<void> {
    // Together with what begins it: one round trip.
    const begin = `start transaction${isolationLevel ? ` isolation level ${isolationLevel}` : ''}`
    await connection.executeQuery(
      CompiledQuery.raw(`${begin}; set local lock_timeout = ${this.#lockInTransaction}`),
    )
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

const longOf = new WeakMap<Db, Db>()
/** Returns the pool for writing many rows; the database itself where its engine has no pools. */
export const forLongWork = (db: Db): Db => longOf.get(db) ?? db

const open = (url: string, ownLimits: Limits): { db: Db; pool: pg.Pool } => {
  const pool = poolOf(url, ownLimits)
  const dialect = new LimitedDialect(pool, ownLimits)
  setEngine(dialect.createAdapter(), 'postgres')
  return { db: new Kysely<Tables>({ dialect }), pool }
}

/** Opens PostgreSQL for preparing it: migrations and the like, without limits of time. */
export const openPatiently = (url: string): Db => open(url, limits.patient).db

/**
 * Opens PostgreSQL: `db` for everyday work, `reader` for reads of many rows. Connections are made
 * when they are needed.
 */
export const openPostgres = (
  url: string,
  {
    light = limits.light,
    heavy = limits.heavy,
    long = limits.long,
  }: Partial<Record<'light' | 'heavy' | 'long', Limits>> = {},
): { db: Db; reader: Db; close: () => Promise<void> } => {
  const { db } = open(url, light)
  const reader = open(url, heavy).db
  const worker = open(url, long).db
  longOf.set(db, worker)
  return {
    db,
    reader,
    close: async () =>
      void (await Promise.all([db, reader, worker].map((database) => database.destroy()))),
  }
}
