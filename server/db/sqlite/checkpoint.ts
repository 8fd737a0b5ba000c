/**
 * Moves pages from SQLite's log (WAL) into its file on a thread, while long work writes. Without
 * the thread, every thousandth page makes a commit move the pages, and the whole process waits for
 * the disk.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type Sqlite from 'better-sqlite3'
import { partPath } from '#server/runtime/bundle.ts'

/**
 * Number of pages in the log from which a commit moves them itself: in everyday work, and as a last
 * resort while the thread runs.
 */
const pages = { everyday: 1000, besideThread: 100_000 }
/**
 * Number of steps of long work between two moves. The work waits for each move, so that the log can
 * restart from its beginning and stays small.
 */
const steps = 8
/**
 * Number of pages in the log above which long work pauses for `waitMs`, although all pages have
 * been moved. Reads that began earlier still use the log, which therefore cannot restart from its
 * beginning.
 */
const large = { pages: 16_000, waitMs: 250 }
/**
 * Time in ms without long writes after which the thread ends, provided that all pages have been
 * moved.
 */
const restMs = 5000

/** Number of pages in the log, and number of those that could not be moved yet. */
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

  /** Called before each step of long work; resolves when the log has room for the step. */
  async room(): Promise<void> {
    this.#restLater()
    // The thread starts with the first step, because the commit of the step would otherwise move
    // pages itself.
    this.#worker ??= this.#start()
    if (++this.#steps % steps > 0) return
    const { log, left } = await this.#move(this.#worker)
    if (left === 0 && log > large.pages) await sleep(large.waitMs)
  }

  /** Moves the pages of the log. Calls during a running move wait for that move. */
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
    // A failed move is ignored, because the next move or a commit moves its pages.
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
