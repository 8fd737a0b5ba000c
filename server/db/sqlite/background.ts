import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Nice value (lower priority) of a background thread, so that short requests on the main thread
 * come first when processors are scarce.
 */
const nice = 5

/**
 * Lowers the priority of the current thread below the main thread. Has no effect where the system
 * has no priorities of threads (only Linux has them).
 */
export const standBack = (): void => {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, nice)
  } catch {
    // Without permission or without `/proc`, the thread keeps its priority.
  }
}
