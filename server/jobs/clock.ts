/** The clock that jobs go by, so that a test may hold it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs something later; what it answers takes that back. */
  after(ms: number, run: () => void): () => void
}

/** The machine's. Its timers keep no process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}
