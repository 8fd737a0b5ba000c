import { uptime } from 'node:os'

/** The clock that jobs go by, so that a test may hold it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds since the machine started, which setting its clock does not change. */
  steady(): number
  /** Runs a function later; returns a function that cancels. */
  after(ms: number, run: () => void): () => void
}

/** The machine's. Its timers keep no process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => uptime() * 1000,
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** Returns a clock that continues from the moment of another clock, and ignores later settings. */
export const unsettable = ({ now, steady, after }: Clock): Clock => {
  const [start, startSteady] = [now(), steady()]
  return { now: () => start + steady() - startSteady, steady, after }
}
