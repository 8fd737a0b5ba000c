/** Cost of a password hash, and queue that limits concurrent hashing (decision 0043). */
import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { assertNotInTransaction } from '#server/db/guard.ts'
import { makeQueue, type Queue } from '#server/http/limits/laneQueue.ts'

/**
 * Parameters of argon2id, as OWASP's password storage cheat sheet recommends; memory in KiB. A
 * stored hash contains its own parameters, so a change here affects only passwords that are set
 * later.
 */
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Maximum number of hashes computed at the same time. A hash takes about 20 ms of a processor core
 * and 19 MiB of memory. Without a limit, a few hundred logins would occupy all cores and Node's
 * thread pool, which file access and DNS also need. If several worker processes share the machine,
 * each computes one hash at a time.
 */
export const hashesAtOnce = cluster.isWorker
  ? 1
  : Math.min(2, Math.max(1, availableParallelism() - 1))

const queue = makeQueue('password hashes', hashesAtOnce)
/**
 * Runs a hash computation as soon as the queue allows. Throws 429 when too many computations are
 * waiting.
 */
export const hashing: Queue = async (lane, work) => {
  assertNotInTransaction()
  return queue(lane, work)
}
