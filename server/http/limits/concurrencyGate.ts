/**
 * Limits how many may be inside at the same moment in this process: the rest is turned away, not
 * kept waiting.
 */
import { registerLimiter } from '#server/runtime/limiters.ts'

/** Concurrency limit of all requests together, or of all with a common key. */
export interface Share {
  key: string
  most: number
}

/** How a place is given back when its holder does not return it. */
interface PassOptions {
  /** Milliseconds after which a place is free again, even if its holder still works. */
  maxMs?: number
  /** The request of the holder: the place is free again when its connection closes. */
  signal?: AbortSignal
  /** Called when the place is taken back by `maxMs` or `signal`, to end the work. */
  onRevoke?: (reason: Error) => void
}

/** Limits one kind of work. */
export interface Gate {
  /**
   * Takes a place in each of the shares. Returns a function that gives it back (further calls do
   * nothing), or undefined when one of the shares is full.
   */
  enter: (shares: readonly Share[], options?: PassOptions) => (() => void) | undefined
}

/** Longest stay of a holder that names no limit of its own. */
const defaultMaxMs = 60_000

/** Makes a gate; `name` says what it limits. Keys without a holder take no memory. */
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
