/**
 * Bounded lane for long work: a limited number runs at a time, the rest waits, with turns between
 * users or paths.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { CrowdedError } from '#server/db/failure.ts'
import { registerLimiter } from '#server/runtime/limiters.ts'

/**
 * Request: its user and path, the lanes that have begun some of its work, and the signal of the
 * client's disconnection.
 */
interface Asker {
  user: number
  path: string
  taken: Set<LongWorkLane>
  signal: AbortSignal | undefined
}
const asking = new AsyncLocalStorage<Asker>()
/**
 * Runs a request: its work in a lane waits in the line of its path, or of its user, until the
 * client disconnects.
 */
export const runRequest = <T>(path: string, run: () => T, signal?: AbortSignal): T =>
  asking.run({ user: 0, path, taken: new Set(), signal }, run)
/** Sets the user of the running request, once known. */
export const setUser = (user: number): void => {
  const asker = asking.getStore()
  if (asker) asker.user = user
}
/**
 * Runs work that several requests wait for: the work is in no user's line and is never rejected.
 */
export const runForAll = <T>(run: () => T): T => asking.exit(run)
/**
 * Binds a function to the request that is running, for what the server calls later, such as the
 * next part of a body.
 */
export const bindRequest = <A extends unknown[], T>(run: (...args: A) => T): ((...args: A) => T) =>
  AsyncLocalStorage.bind(run)

export interface LaneOptions {
  /** Name of the work that waits in the lane. */
  name: string
  /** Key of a line in the lane: the user of the request, or its path. */
  by: 'user' | 'path'
  /** How many run at a time, of all and of one line. */
  size: number
  perLine: number
  /** How many may wait, of all and of one line. */
  waiting: number
  waitingPerLine: number
  /** Milliseconds that one waits at most. */
  patience: number
}
type Line = number | string
interface Waiter {
  go: () => void
}

/**
 * Runs work with turns between the lines, first come first served within each. A new request is
 * rejected (CrowdedError) when too many wait; a request with work already begun in the lane is
 * never rejected, it only waits.
 */
export class LongWorkLane {
  readonly #options: LaneOptions
  readonly #lines = new Map<Line, Waiter[]>()
  readonly #runningOf = new Map<Line, number>()
  #running = 0
  #waiting = 0
  constructor(options: LaneOptions) {
    this.#options = options
    registerLimiter(options.name, () => this.load)
  }

  /** How many run and how many wait. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting }
  }

  /** Resolves when it is one's turn, with what ends it. Throws CrowdedError. */
  async enter(): Promise<() => void> {
    const asker = asking.getStore()
    // The server's own work has a line of its own.
    const line = asker?.[this.#options.by] ?? 0
    if (this.#running < this.#options.size && this.#mayRun(line)) this.#begin(line)
    else await this.#wait(line, asker)
    asker?.taken.add(this)
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      this.#end(line)
    }
  }

  #mayRun(line: Line): boolean {
    return (this.#runningOf.get(line) ?? 0) < this.#options.perLine
  }
  #begin(line: Line): void {
    this.#running++
    this.#runningOf.set(line, (this.#runningOf.get(line) ?? 0) + 1)
  }

  #wait(line: Line, asker: Asker | undefined): Promise<void> {
    const begun = !asker || asker.taken.has(this)
    const signal = asker?.signal
    const { waiting, waitingPerLine, patience } = this.#options
    const waiters = this.#lines.get(line) ?? []
    if (!begun && (this.#waiting >= waiting || waiters.length >= waitingPerLine))
      return Promise.reject(new CrowdedError('Antrean penuh'))
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', endOnAbort)
      }
      const waiter: Waiter = {
        go: () => {
          settle()
          resolve()
        },
      }
      const giveUp = (reason: string) => {
        settle()
        this.#leaveLine(line, waiter)
        reject(new CrowdedError(reason))
      }
      const endOnAbort = () => giveUp('Penanya sudah pergi')
      const timer = setTimeout(() => giveUp('Giliran tidak kunjung tiba'), patience)
      if (!begun) signal?.addEventListener('abort', endOnAbort, { once: true })
      waiters.push(waiter)
      this.#lines.set(line, waiters)
      this.#waiting++
    })
  }

  #leaveLine(line: Line, waiter: Waiter): void {
    const rest = (this.#lines.get(line) ?? []).filter((candidate) => candidate !== waiter)
    if (rest.length > 0) this.#lines.set(line, rest)
    else this.#lines.delete(line)
    this.#waiting--
  }

  /** Gives the place that became free to the next line in turn. */
  #end(ended: Line): void {
    this.#running--
    const runningCount = (this.#runningOf.get(ended) ?? 1) - 1
    if (runningCount > 0) this.#runningOf.set(ended, runningCount)
    else this.#runningOf.delete(ended)
    for (const [line, waiters] of this.#lines) {
      if (!this.#mayRun(line)) continue
      const waiter = waiters.shift()
      // Behind the others: a map keeps the order in which its keys came.
      this.#lines.delete(line)
      if (waiters.length > 0) this.#lines.set(line, waiters)
      if (!waiter) continue
      this.#waiting--
      this.#begin(line)
      waiter.go()
      return
    }
  }
}
