/**
 * Work that takes turns: a few at the same moment, the rest in two lanes, of which one goes first.
 */
import { HttpError } from '#server/errors.ts'

/** `member`: somebody who is logged in, or the device of one who was. `guest`: anybody. */
export type Lane = 'member' | 'guest'

/** So many wait in a lane, some ten seconds of hashing; beyond, 429. */
const longestLane = 250
const retryAfter = 5

/** Runs work when it is its turn. */
export type Queue = <T>(lane: Lane, work: () => Promise<T>) => Promise<T>

/**
 * Makes a queue of its own, `atOnce` at the same moment. It throws 429 when too many wait already.
 */
export const makeQueue = (atOnce: number): Queue => {
  const lanes: Record<Lane, (() => void)[]> = { member: [], guest: [] }
  let running = 0
  const next = () => {
    const start = lanes.member.shift() ?? lanes.guest.shift()
    if (start) start()
    else running--
  }
  const turn = (lane: Lane): Promise<void> | void => {
    if (running < atOnce) {
      running++
      return
    }
    if (lanes[lane].length >= longestLane) {
      throw new HttpError(429, 'Server sedang sibuk. Coba lagi dalam 5 detik.', { retryAfter })
    }
    return new Promise((start) => lanes[lane].push(start))
  }
  return async (lane, work) => {
    await turn(lane)
    try {
      return await work()
    } finally {
      next()
    }
  }
}
