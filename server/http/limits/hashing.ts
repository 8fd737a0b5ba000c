/** Cost of a password hash, and how many hashes run at the same moment (decision 0043). */
import { availableParallelism } from 'node:os'
import { assertNotInTransaction } from '#server/db/guard.ts'
import { makeQueue, type Queue } from '#server/http/limits/laneQueue.ts'

/**
 * Memory in KiB and passes of argon2id, as OWASP's password storage cheat sheet has them. A hash
 * keeps its own, so a change here holds for passwords that are set from then on.
 */
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Maximum number of concurrent hashes. A hash takes some 20 ms of a core and 19 MiB; without a
 * limit a few hundred logins would take all cores, and all threads of the pool that files and DNS
 * need too. One core stays free for responses, and two of the pool's four threads for files.
 */
export const hashesAtOnce = Math.min(2, Math.max(1, availableParallelism() - 1))

const queue = makeQueue('password hashes', hashesAtOnce)
/** Runs one hash when it is its turn. Throws 429 when too many wait already. */
export const hashing: Queue = async (lane, work) => {
  assertNotInTransaction()
  return queue(lane, work)
}
