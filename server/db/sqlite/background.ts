import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Nice value of background threads. It gives them a lower priority than the main thread, so that
 * short requests on the main thread run first when the processors are busy.
 */
const nice = 5

/**
 * Gives the current thread a lower priority than the main thread. Has an effect only on Linux,
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
