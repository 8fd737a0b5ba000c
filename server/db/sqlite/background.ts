import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Nice value of background threads: a lower priority than the main thread, so that short requests
 * there come first when processors are busy.
 */
const nice = 5

/**
 * Lowers the priority of the current thread below the main thread. Has an effect only on Linux,
 * where each thread has its own priority.
 */
export const standBack = (): void => {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, nice)
  } catch {
    // Without permission or without `/proc`, the thread keeps its priority.
  }
}
