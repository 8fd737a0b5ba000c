import { uptime } from 'node:os'

/** Clock of the jobs, which a test may replace. */
export interface Clock {
  /** Time in ms since 1970. */
  now(): number
  /** Time in ms since the machine started; setting the clock does not change it. */
  steady(): number
  /** Runs a function later; returns a function that cancels. */
  after(ms: number, run: () => void): () => void
}

/** The machine's clock. Its timers do not keep the process alive. */
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
