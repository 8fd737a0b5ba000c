/**
 * Moves pages from SQLite's log (WAL) into the database file on a separate thread, while long work
 * writes. Without the thread, a commit on the main thread moves the pages whenever the log has
 * 1,000 of them, and the whole process waits for the disk.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type Sqlite from 'better-sqlite3'
import { partPath } from '#server/runtime/bundle.ts'

/**
 * Number of log pages at which a commit on the main thread moves the pages itself: `everyday`
 * without the thread, `besideThread` while the thread runs. The second number is only reached if
 * the thread cannot keep up.
 */
const pages = { everyday: 1000, besideThread: 100_000 }
/**
 * Number of steps (transactions of long work) after which the thread moves the log's pages. The
 * work waits for each move, so that SQLite can then overwrite the log from its beginning instead of
 * extending it.
 */
const steps = 8
/**
 * Long work pauses for `waitMs` when the thread has moved all pages of the log, but the log is
 * larger than `pages` pages. SQLite cannot overwrite the moved pages while earlier reads still use
 * them. The pause lets those reads end.
 */
const large = { pages: 16_000, waitMs: 250 }
/**
 * Idle time in ms. When long work has made no step for this time, the thread moves the remaining
 * pages and ends. If some pages cannot be moved yet, the thread waits for this time again.
 */
const restMs = 5000

/**
 * Result of a move: number of pages in the log (`log`), and how many of them could not be moved yet
 * (`left`).
 */
export interface Moved {
  log: number
  left: number
}

export class Checkpointer {
  readonly #db: Sqlite.Database
  readonly #file: string
  #worker: Worker | undefined
  #rest: NodeJS.Timeout | undefined
  #steps = 0
  #moving: PromiseWithResolvers<Moved> | undefined
  constructor(db: Sqlite.Database, file: string) {
    this.#db = db
    this.#file = file
  }

  /**
   * Called before each transaction of long work. Every eighth call first has the thread move the
   * log's pages, so that the log stays small.
   */
  async room(): Promise<void> {
    this.#restLater()
    // Starts the thread before the first step, because that step's commit would otherwise move
    // pages on the main thread.
    this.#worker ??= this.#start()
    if (++this.#steps % steps > 0) return
    const { log, left } = await this.#move(this.#worker)
    if (left === 0 && log > large.pages) await sleep(large.waitMs)
  }

  /** Has the thread move the pages of the log. Calls during a running move wait for that move. */
  async #move(worker: Worker): Promise<Moved> {
    if (!this.#moving) {
      this.#moving = Promise.withResolvers<Moved>()
      worker.ref()
      worker.postMessage('move')
    }
    return this.#moving.promise
  }

  #start(): Worker {
    const worker = new Worker(partPath('db/sqlite/checkpointThread.ts'), {
      workerData: this.#file,
      resourceLimits: { maxYoungGenerationSizeMb: 1 },
    })
    worker.unref()
    this.#db.pragma(`wal_autocheckpoint = ${pages.besideThread}`)
    // Ends the wait for a move. Also called when the thread exits, for example after a failure. A
    // failed move is not repeated, because the next move or a commit moves the pages.
    const moved = (answer: Moved) => {
      this.#moving?.resolve(answer)
      this.#moving = undefined
      worker.unref()
    }
    worker.on('message', (answer: Moved) => moved(answer))
    worker.on('error', () => void this.end())
    worker.on('exit', () => moved({ log: 0, left: 0 }))
    return worker
  }

  #restLater(): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => void this.#restNow(), restMs).unref()
  }
  async #restNow(): Promise<void> {
    const moved = this.#worker && (await this.#move(this.#worker))
    if (moved && moved.left > 0) this.#restLater()
    else await this.end()
  }

  /** Ends the thread; from then on commits move pages themselves again. */
  async end(): Promise<void> {
    clearTimeout(this.#rest)
    const worker = this.#worker
    this.#worker = undefined
    if (!worker) return
    if (this.#db.open) this.#db.pragma(`wal_autocheckpoint = ${pages.everyday}`)
    await worker.terminate()
  }
}
