/**
 * Queue for expensive work: few tasks run at a time, further tasks wait in two lanes. Tasks of the
 * lane `member` run first.
 */
import { HttpError } from '#server/errors.ts'
import { registerLimiter } from '#server/runtime/limiters.ts'

/**
 * Lane of a task: `member` for a logged-in user or a device that has logged in before, `guest` for
 * any other client.
 */
export type QueueLane = 'member' | 'guest'

/** Default maximum number of tasks waiting in a lane, which is some ten seconds of hashing. */
const longestLane = 250
const retryAfter = 5
const busy = () =>
  new HttpError(429, 'Server sedang sibuk. Coba lagi dalam 5 detik.', { retryAfter })

interface QueueOptions {
  /** Maximum number of tasks waiting in a lane. */
  longestLane?: number
  /** Makes the error that is thrown when a lane is full. */
  busy?: () => HttpError
  /** Time in ms after which the place of an unfinished task is given to the next task. */
  longestTurnMs?: number
}

/** Waits for a turn in a lane, runs `work` and returns its result. */
export type Queue = <T>(lane: QueueLane, work: () => Promise<T>) => Promise<T>

/** Default value in ms of the option with the same name. */
const longestTurnMs = 30_000

/**
 * Makes a queue that runs `atOnce` tasks at a time; `name` describes the tasks. By default it
 * throws 429 when a lane is full.
 */
export const makeQueue = (name: string, atOnce: number, options: QueueOptions = {}): Queue => {
  const limit = { longestLane, busy, longestTurnMs, ...options }
  const lanes: Record<QueueLane, (() => void)[]> = { member: [], guest: [] }
  let running = 0
  registerLimiter(name, () => ({ running, waiting: lanes.member.length + lanes.guest.length }))
  const next = () => {
    const start = lanes.member.shift() ?? lanes.guest.shift()
    if (start) start()
    else running--
  }
  const turn = (lane: QueueLane): Promise<void> | void => {
    if (running < atOnce) {
      running++
      return
    }
    if (lanes[lane].length >= limit.longestLane) throw limit.busy()
    return new Promise((start) => lanes[lane].push(start))
  }
  return async (lane, work) => {
    await turn(lane)
    let passed = false
    const pass = () => {
      if (passed) return
      passed = true
      clearTimeout(timer)
      next()
    }
    const timer = setTimeout(pass, limit.longestTurnMs).unref()
    try {
      return await work()
    } finally {
      pass()
    }
  }
}
