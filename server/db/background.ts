import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * How far a thread of ours stands back where there are fewer processors than work: light requests
 * first.
 */
const nice = 5

/**
 * Lets this thread stand back behind the main one, where the system has priorities of threads
 * (Linux); elsewhere nothing happens.
 */
export const standBack = (): void => {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, nice)
  } catch {
    // As it is, then.
  }
}
