/** How many passwords are hashed at the same moment (decision 0043). */
import { availableParallelism } from 'node:os'
import { makeTurns } from '#server/http/turns.ts'

/**
 * A hash takes some 20 ms of a core and 19 MiB; without a bound a few hundred logins take the cores that
 * answer everybody else, and every thread of the pool that files and names need too. One core stays
 * free for answers, and two of the pool's four threads for files.
 */
export const hashesAtOnce = Math.min(2, Math.max(1, availableParallelism() - 1))

/** Runs one hash when it is its turn. Throws 429 when too many wait already. */
export const hashing = makeTurns(hashesAtOnce)
