/**
 * Moving pages from SQLite's log into its file while long work writes: on a thread. Otherwise every
 * thousand pages the commit that comes by does it, and the whole process waits for the disk.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type Sqlite from 'better-sqlite3'
import { partPath } from '#server/runtime/bundle.ts'

/**
 * Pages in the log from which on a commit moves them by itself: in everyday work, and, as a last
 * resort, beside the thread.
 */
const pages = { everyday: 1000, besideThread: 100_000 }
/**
 * Steps of long work between two moves. The work waits for a move, so that the log starts again
 * from its beginning and stays small.
 */
const steps = 8
/**
 * Log size in pages, all moved, at which long work pauses: reads that began earlier still hold the
 * log, so the log could not start again from its beginning.
 */
const large = { pages: 16_000, waitMs: 250 }
/** Idle time without long writes after which the thread ends, once all has been moved. */
const restMs = 5000

/** Pages in the log, and how many of them could not be moved yet. */
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

  /** Long work is about to write a step; resolves when the log has room for it. */
  async room(): Promise<void> {
    this.#restLater()
    // With the first step already, or its commit would still move pages by itself.
    this.#worker ??= this.#start()
    if (++this.#steps % steps > 0) return
    const { log, left } = await this.#move(this.#worker)
    if (left === 0 && log > large.pages) await sleep(large.waitMs)
  }

  /** Moves what is in the log; several who ask meanwhile wait for the same. */
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
    // A move that fails is none: the next one, or a commit, does it.
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

  /** Ends the thread; commits move pages by themselves again. */
  async end(): Promise<void> {
    clearTimeout(this.#rest)
    const worker = this.#worker
    this.#worker = undefined
    if (!worker) return
    if (this.#db.open) this.#db.pragma(`wal_autocheckpoint = ${pages.everyday}`)
    await worker.terminate()
  }
}
