/**
 * Limits concurrent work: a "lane" runs a limited number of tasks at a time. Further tasks wait in
 * one queue ("line") per user or per request path, and the lines take turns.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { CrowdedError } from '#server/db/failure.ts'
import { registerLimiter } from '#server/runtime/limiters.ts'

/**
 * Running request: its user (0 if unknown) and path, the lanes in which it has already had a turn,
 * and the signal that aborts when its client disconnects.
 */
interface Asker {
  user: number
  path: string
  taken: Set<LongWorkLane>
  signal: AbortSignal | undefined
}
const asking = new AsyncLocalStorage<Asker>()
/**
 * Calls `run` as the work of a request. In each lane that `run` enters, the request waits in the
 * line of its path or of its user. The request stops waiting when `signal` aborts because the
 * client disconnected.
 */
export const runRequest = <T>(path: string, run: () => T, signal?: AbortSignal): T =>
  asking.run({ user: 0, path, taken: new Set(), signal }, run)
/** Sets the user of the running request, who is unknown until authentication. */
export const setUser = (user: number): void => {
  const asker = asking.getStore()
  if (asker) asker.user = user
}
/**
 * Calls `run` for work that several requests share, detached from the request that started the
 * work. The work does not count for any user or path, and a full lane does not reject it.
 */
export const runForAll = <T>(run: () => T): T => asking.exit(run)
/**
 * Binds a function that is called later, such as the reader of the next body chunk, to the running
 * request, so that lanes still know its user and path.
 */
export const bindRequest = <A extends unknown[], T>(run: (...args: A) => T): ((...args: A) => T) =>
  AsyncLocalStorage.bind(run)

export interface LaneOptions {
  /** Name of the lane in reports of the server's load. */
  name: string
  /** Property of a request by which the request is assigned to a line. */
  by: 'user' | 'path'
  /** Maximum number of tasks that run at a time, in all lines together. */
  size: number
  /** Maximum number of tasks of one line that run at a time. */
  perLine: number
  /** Maximum number of tasks that wait, in all lines together. */
  waiting: number
  /** Maximum number of tasks that wait in one line. */
  waitingPerLine: number
  /** Maximum wait of a task, in ms. */
  patience: number
}
type Line = number | string
interface Waiter {
  go: () => void
}

/**
 * Lane whose lines take turns. In each line, tasks run in the order in which they came. When too
 * many tasks wait, the lane rejects a further request with CrowdedError, unless that request
 * already had a turn in the lane: it would otherwise fail halfway.
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

  /** Number of tasks that run, and number of tasks that wait. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting }
  }

  /**
   * Waits for a turn in the lane. Resolves to a function that ends the turn; throws CrowdedError
   * when the lane is full, the wait is too long, or the client disconnects.
   */
  async enter(): Promise<() => void> {
    const asker = asking.getStore()
    // Puts the server's own work, outside any request, into line 0.
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

  /** Ends a turn of the line `ended` and starts a waiting task of the line whose turn is next. */
  #end(ended: Line): void {
    this.#running--
    const runningCount = (this.#runningOf.get(ended) ?? 1) - 1
    if (runningCount > 0) this.#runningOf.set(ended, runningCount)
    else this.#runningOf.delete(ended)
    for (const [line, waiters] of this.#lines) {
      if (!this.#mayRun(line)) continue
      const waiter = waiters.shift()
      // Deletes the line and adds it again, which moves it behind the other lines: a map keeps the
      // order of insertion.
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
