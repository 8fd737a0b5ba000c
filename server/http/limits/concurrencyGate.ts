/**
 * Limits the number of concurrent tasks in this process. A task above the limit is rejected at once
 * instead of waiting.
 */
import { registerLimiter } from '#server/runtime/limiters.ts'

/** Concurrency limit: maximum number of tasks with the same key at a time. */
export interface Share {
  key: string
  most: number
}

/** Options for releasing a place whose holder does not release it. */
interface PassOptions {
  /** Time in ms after which the place is released, even if its holder still works. */
  maxMs?: number
  /** Signal of the holder's request: the place is released when the connection closes. */
  signal?: AbortSignal
  /** Called when `maxMs` or `signal` releases the place, so that the holder can stop its work. */
  onRevoke?: (reason: Error) => void
}

/** Concurrency limiter of a kind of work. */
export interface Gate {
  /**
   * Takes a place in each of the shares. Returns a function that releases the places once, or
   * undefined when any of the shares is full.
   */
  enter: (shares: readonly Share[], options?: PassOptions) => (() => void) | undefined
}

/** Default time in ms after which a place is released. */
const defaultMaxMs = 60_000

/** Makes a gate; `name` describes the limited work. Only keys with a holder take memory. */
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
