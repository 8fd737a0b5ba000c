/**
 * Reads of a SQLite file that may take long (searching in hundreds of thousands of rows, sums, exports) on a thread and a read-only
 * connection of their own: better-sqlite3 works synchronously, and on the main thread such a read would hold up every other request.
 */
import { Worker } from 'node:worker_threads'
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import type { Db, Tables } from '#server/db/tables.ts'

export interface ReadRequest { id: number; sql: string; parameters: readonly unknown[] }
/** Rows as lists of values: names of columns, copied with each row, would cost more than the rows. */
export type ReadAnswer = { id: number; columns: string[]; rows: unknown[][] } | { id: number; error: string; code: string }
interface Waiting { resolve: (rows: unknown[]) => void; reject: (error: Error) => void }

/** Lists of values as rows. A row begins as a copy of one that has all columns: adding them one by one takes several times as long. */
const named = (columns: readonly string[], lists: readonly (readonly unknown[])[]): Record<string, unknown>[] => {
  const empty = Object.fromEntries(columns.map((column) => [column, null]))
  return lists.map((values) => {
    const row: Record<string, unknown> = { ...empty }
    for (let i = 0; i < columns.length; i++) row[columns[i]!] = values[i]
    return row
  })
}

class ReaderDriver implements Driver {
  readonly #file: string
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #next = 0
  constructor(file: string) { this.#file = file }

  /** The thread starts with the first read that needs it. */
  #start(): Worker {
    const worker = new Worker(new URL('./readerThread.ts', import.meta.url), { workerData: this.#file, resourceLimits: { maxYoungGenerationSizeMb: 4 } })
    const fail = (error: Error) => {
      for (const { reject } of this.#waiting.values()) reject(error)
      this.#waiting.clear()
      this.#worker = undefined
    }
    worker.on('message', (answer: ReadAnswer) => {
      const waiting = this.#waiting.get(answer.id)
      this.#waiting.delete(answer.id)
      if ('error' in answer) waiting?.reject(Object.assign(new Error(answer.error), { code: answer.code }))
      else waiting?.resolve(named(answer.columns, answer.rows))
      if (this.#waiting.size === 0) worker.unref()
    })
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('Pembaca basis data berhenti')))
    return (this.#worker = worker)
  }
  read({ sql, parameters }: CompiledQuery): Promise<unknown[]> {
    const worker = this.#worker ?? this.#start()
    worker.ref()
    return new Promise((resolve, reject) => {
      const id = this.#next++
      this.#waiting.set(id, { resolve, reject })
      worker.postMessage({ id, sql, parameters } satisfies ReadRequest)
    })
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => ({ rows: await this.read(query) as R[] }),
      streamQuery: () => { throw new Error('Pembaca tidak mengalirkan baris') },
    }
  }
  async beginTransaction(): Promise<void> { throw new Error('Pembaca tidak menulis') }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> { await this.#worker?.terminate() }
}

/** A database that only reads, on a thread of its own. It sees what has been committed. */
export const openReader = (file: string): Db =>
  new Kysely<Tables>({ dialect: { createDriver: () => new ReaderDriver(file), createAdapter: () => new SqliteAdapter(), createQueryCompiler: () => new SqliteQueryCompiler(), createIntrospector: (db) => new SqliteIntrospector(db) } })
