/** Cost of a password hash, and maximum number of concurrent hashes (decision 0043). */
import { availableParallelism } from 'node:os'
import { assertNotInTransaction } from '#server/db/guard.ts'
import { makeQueue, type Queue } from '#server/http/limits/laneQueue.ts'

/**
 * Parameters of argon2id by OWASP's password storage cheat sheet; memory in KiB. Each hash contains
 * its parameters, so a change applies only to passwords set from then on.
 */
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Maximum number of concurrent hashes. A hash takes some 20 ms of a core and 19 MiB. Without a
 * limit, a few hundred logins would occupy all cores and the whole thread pool, which files and DNS
 * use as well.
 */
export const hashesAtOnce = Math.min(2, Math.max(1, availableParallelism() - 1))

const queue = makeQueue('password hashes', hashesAtOnce)
/** Runs a hash after a turn in the queue. Throws 429 when too many hashes are waiting. */
export const hashing: Queue = async (lane, work) => {
  assertNotInTransaction()
  return queue(lane, work)
}
