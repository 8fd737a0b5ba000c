/**
 * How many passwords are hashed at the same moment. One takes about 20 ms of a core and 19 MiB; without
 * a bound a few hundred logins take every thread of the pool that files and names need too, and the
 * cores that answer everybody else. Who has a session goes before who has none.
 */
import { availableParallelism } from 'node:os'
import { HttpError } from '#server/errors.ts'

/** `member`: somebody who is logged in, or the device of one who was. `guest`: anybody. */
export type HashLane = 'member' | 'guest'

/** One core stays free for answers, and two of the pool's four threads for files. */
export const hashesAtOnce = Math.min(2, Math.max(1, availableParallelism() - 1))
/** So many wait in a lane: some ten seconds of work. */
export const longestLane = 400
const retryAfter = 5

const lanes: Record<HashLane, (() => void)[]> = { member: [], guest: [] }
let running = 0

const next = () => {
  const start = lanes.member.shift() ?? lanes.guest.shift()
  if (start) start()
  else running--
}
const turn = (lane: HashLane): Promise<void> | void => {
  if (running < hashesAtOnce) {
    running++
    return
  }
  if (lanes[lane].length >= longestLane) {
    throw new HttpError(429, 'Server sedang sibuk. Coba lagi dalam 5 detik.', { retryAfter })
  }
  return new Promise((start) => lanes[lane].push(start))
}

/** Runs one hash when it is its turn. Throws 429 when too many wait already. */
export const hashing = async <T>(lane: HashLane, work: () => Promise<T>): Promise<T> => {
  await turn(lane)
  try {
    return await work()
  } finally {
    next()
  }
}
