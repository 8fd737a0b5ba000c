import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Priority of a background thread where there are fewer processors than work: light requests come
 * first.
 */
const nice = 5

/**
 * Lowers the priority of this thread below the main one, where the system has thread priorities
 * (Linux); has no effect elsewhere.
 */
export const standBack = (): void => {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, nice)
  } catch {
    // As it is, then.
  }
}
