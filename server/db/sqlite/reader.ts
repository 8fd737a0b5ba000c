/**
 * Runs reads of a SQLite file that may take long (searches in hundreds of thousands of rows, sums,
 * exports) on threads with read-only connections. better-sqlite3 is synchronous, so on the main
 * thread such a read would block every other request.
 */
import { Worker } from 'node:worker_threads'
import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Logger as StatementListener,
  type QueryResult,
} from 'kysely'
import type { Db, Tables } from '#server/db/schema/tables.ts'
import { LongWorkLane, type LaneOptions } from '#server/db/sqlite/longWorkLane.ts'
import { partPath } from '#server/runtime/bundle.ts'
import { yieldToEventLoop } from '#server/runtime/yieldToEventLoop.ts'

/**
 * Message to a reader thread: a statement to run, or `next` to get more rows of the last statement.
 */
export type ReadRequest = { sql: string; parameters: readonly unknown[] } | 'next'
/**
 * Message from a reader thread. It holds the column names once and each row as a list of values,
 * because copying the names with each row would cost more than the values. `more` is true when rows
 * remain.
 */
export type ReadAnswer =
  | { columns: string[]; rows: unknown[][]; more: boolean }
  | { error: string; code: string }

/**
 * Limits of the reader threads (see LongWorkLane). There are two threads, so that a long read does
 * not block the other reads. A third thread would compete for the same processor cores.
 */
export const readerLane: LaneOptions = {
  name: 'reader threads',
  by: 'user',
  size: 2,
  perLine: 2,
  waiting: 128,
  waitingPerLine: 48,
  patience: 20_000,
}
/** Idle time in ms after which a thread ends and its memory is freed. */
const restMs = 30_000

/**
 * Converts lists of values to row objects. Each row starts as a copy of an object that has all
 * columns, because adding them one by one takes several times as long.
 */
const named = (
  columns: readonly string[],
  lists: readonly (readonly unknown[])[],
): Record<string, unknown>[] => {
  const empty = Object.fromEntries(columns.map((column) => [column, null]))
  return lists.map((values) => {
    const row: Record<string, unknown> = { ...empty }
    for (let i = 0; i < columns.length; i++) row[columns[i]!] = values[i]
    return row
  })
}

/**
 * Kysely connection that sends one statement at a time to a thread, which has its own SQLite
 * connection. The thread starts with the first statement and ends when idle.
 */
class ReaderThread implements DatabaseConnection {
  readonly #file: string
  #worker: Worker | undefined
  #rest: NodeJS.Timeout | undefined
  #waiting: PromiseWithResolvers<ReadAnswer> | undefined
  constructor(file: string) {
    this.#file = file
  }

  /** Starts the thread; called by the first read that needs it. */
  #start(): Worker {
    const worker = new Worker(partPath('db/sqlite/readerThread.ts'), {
      workerData: this.#file,
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    const fail = (error: Error) => {
      // Ignores the exit of a worker that `end` has already ended or that was replaced.
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#waiting?.reject(error)
    }
    worker.on('message', (answer: ReadAnswer) => this.#waiting?.resolve(answer))
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('The database reader has ended')))
    return (this.#worker = worker)
  }

  async #ask(request: ReadRequest): Promise<Extract<ReadAnswer, { rows: unknown[][] }>> {
    const worker = this.#worker ?? this.#start()
    this.#waiting = Promise.withResolvers<ReadAnswer>()
    worker.ref()
    worker.postMessage(request)
    try {
      const answer = await this.#waiting.promise
      if ('error' in answer) throw Object.assign(new Error(answer.error), { code: answer.code })
      return answer
    } finally {
      this.#waiting = undefined
      worker.unref()
    }
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    clearTimeout(this.#rest)
    try {
      let part = await this.#ask({ sql, parameters })
      const rows = named(part.columns, part.rows)
      while (part.more) {
        // Lets other requests run between two messages. Converting all rows at once would block the
        // main thread.
        await yieldToEventLoop()
        part = await this.#ask('next')
        for (const row of named(part.columns, part.rows)) rows.push(row)
      }
      return { rows: rows as R[] }
    } finally {
      this.#rest = setTimeout(() => void this.end(), restMs).unref()
    }
  }

  streamQuery(): never {
    throw new Error('The reader streams no rows')
  }

  async end(): Promise<void> {
    clearTimeout(this.#rest)
    const worker = this.#worker
    this.#worker = undefined
    this.#waiting?.reject(new Error('The database reader has ended'))
    await worker?.terminate()
  }
}

class ReaderDriver implements Driver {
  readonly #lane: LongWorkLane
  readonly #threads: ReaderThread[]
  /**
   * Idle threads. The most recently used thread is last and is taken first, so that the other
   * threads can end.
   */
  readonly #free: ReaderThread[]
  readonly #leaving = new Map<DatabaseConnection, () => void>()
  constructor(file: string, lane: LaneOptions) {
    this.#lane = new LongWorkLane(lane)
    this.#threads = Array.from({ length: lane.size }, () => new ReaderThread(file))
    this.#free = [...this.#threads]
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    const leave = await this.#lane.enter()
    const thread = this.#free.pop()
    if (!thread) throw new Error('More readers than threads')
    this.#leaving.set(thread, leave)
    return thread
  }
  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof ReaderThread) this.#free.push(connection)
    const leave = this.#leaving.get(connection)
    this.#leaving.delete(connection)
    leave?.()
  }
  async beginTransaction(): Promise<void> {
    throw new Error('The reader does not write')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async destroy(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }
}

class ReaderAdapter extends SqliteAdapter {
  // Returns true so that Kysely does not queue the connection requests itself; the lane orders
  // them.
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * Opens a read-only handle on a database file. Its queries run on threads and see all data
 * committed before they start. `listen` is called with each statement.
 */
export const openReader = (file: string, lane = readerLane, listen?: StatementListener): Db =>
  new Kysely<Tables>({
    ...(listen && { log: listen }),
    dialect: {
      createDriver: () => new ReaderDriver(file, lane),
      createAdapter: () => new ReaderAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  })
