/**
 * Limits the number of concurrent tasks in this process: each task occupies one of a limited number
 * of places. A task that finds no free place is rejected at once and does not wait.
 */
import { registerLimiter } from '#server/runtime/limiters.ts'

/** Concurrency limit: at most `most` tasks with the key `key` at a time. */
export interface Share {
  key: string
  most: number
}

/**
 * Conditions under which the places of a task are released if the task itself has not released
 * them.
 */
interface PassOptions {
  /** Time in ms after which the places are released, even if the task still runs. */
  maxMs?: number
  /**
   * Signal of the request that runs the task. It aborts when the client disconnects, which releases
   * the places.
   */
  signal?: AbortSignal
  /** Called when `maxMs` or `signal` releases the places, so that the task can stop. */
  onRevoke?: (reason: Error) => void
}

/** Concurrency limiter for one kind of task. */
export interface Gate {
  /**
   * Takes a place under the key of each share and returns a function that releases these places;
   * repeated calls of this function do nothing. If any share is full, takes no place and returns
   * undefined.
   */
  enter: (shares: readonly Share[], options?: PassOptions) => (() => void) | undefined
}

/** Default of `maxMs` in ms. */
const defaultMaxMs = 60_000

/**
 * Makes a gate; `name` identifies the gate in reports of the server's load. A key takes memory only
 * while a task holds a place under this key.
 */
export const makeGate = (name: string): Gate => {
  const inside = new Map<string, number>()
  let running = 0
  registerLimiter(name, () => ({ running, waiting: 0 }))
  const add = (key: string, n: number) => {
    const count = (inside.get(key) ?? 0) + n
    if (count === 0) inside.delete(key)
    else inside.set(key, count)
  }
  return {
    enter: (shares, { maxMs = defaultMaxMs, signal, onRevoke } = {}) => {
      if (shares.some(({ key, most }) => (inside.get(key) ?? 0) >= most)) return undefined
      for (const { key } of shares) add(key, 1)
      running++
      let hasLeft = false
      const leave = () => {
        if (hasLeft) return
        hasLeft = true
        clearTimeout(timer)
        signal?.removeEventListener('abort', abandoned)
        running--
        for (const { key } of shares) add(key, -1)
      }
      const revoke = (reason: string) => {
        leave()
        onRevoke?.(new Error(reason))
      }
      const abandoned = () => revoke('the connection was closed')
      const timer = setTimeout(() => revoke(`took longer than ${maxMs} ms`), maxMs).unref()
      if (signal?.aborted) abandoned()
      else signal?.addEventListener('abort', abandoned, { once: true })
      return leave
    },
  }
}
