/**
 * Queue for expensive work: a few run at the same moment, the rest wait in two lanes, one of which
 * has priority.
 */
import { HttpError } from '#server/errors.ts'
import { registerLimiter } from '#server/runtime/limiters.ts'

/** `member`: a logged-in user, or a device that was logged in before. `guest`: any other client. */
export type QueueLane = 'member' | 'guest'

/** Most requests that wait in a lane: some ten seconds of hashing. */
const longestLane = 250
const retryAfter = 5
const busy = () =>
  new HttpError(429, 'Server sedang sibuk. Coba lagi dalam 5 detik.', { retryAfter })

interface QueueOptions {
  /** Most that wait in one lane. */
  longestLane?: number
  /** Refusal when too many wait already. */
  busy?: () => HttpError
  /** Milliseconds after which the slot of unfinished work is given to the next in the lane. */
  longestTurnMs?: number
}

/** Runs work when it is its turn. */
export type Queue = <T>(lane: QueueLane, work: () => Promise<T>) => Promise<T>

/** Longest turn of work that names no other. */
const longestTurnMs = 30_000

/**
 * Makes a queue, `atOnce` at the same moment; `name` says what waits in it. It throws 429 when too
 * many wait already, unless `busy` names another refusal.
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
