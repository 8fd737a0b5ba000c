/**
 * Queue for expensive work: only a few tasks run at a time. Further tasks wait in one of two lanes,
 * `member` and `guest`; waiting tasks of `member` always run first.
 */
import { HttpError } from '#server/errors.ts'
import { registerLimiter } from '#server/runtime/limiters.ts'

/**
 * Lane of a task: `member` for a logged-in user or for a device on which somebody has logged in
 * before, `guest` for any other client.
 */
export type QueueLane = 'member' | 'guest'

/**
 * Default maximum number of tasks waiting per lane. In a full lane of password hashes, the last
 * task waits for a few seconds.
 */
const longestLane = 250
const retryAfter = 5
const busy = () =>
  new HttpError(429, 'Server sedang sibuk. Coba lagi dalam 5 detik.', { retryAfter })

interface QueueOptions {
  /** Maximum number of tasks waiting per lane. */
  longestLane?: number
  /** Makes the error to throw when the lane is full; by default a 429. */
  busy?: () => HttpError
  /**
   * Time in ms after which a running task no longer counts toward `atOnce`, so that the next task
   * can start.
   */
  longestTurnMs?: number
}

/**
 * Runs `work` and returns its result. Before that, waits in `lane` until fewer than the maximum
 * number of tasks are running.
 */
export type Queue = <T>(lane: QueueLane, work: () => Promise<T>) => Promise<T>

/** Default of the option `longestTurnMs`, in ms. */
const longestTurnMs = 30_000

/**
 * Makes a queue that runs at most `atOnce` tasks at a time. `name` identifies the queue in reports
 * of the server's load.
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
