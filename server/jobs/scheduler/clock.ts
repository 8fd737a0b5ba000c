import { uptime } from 'node:os'

/** Clock that the jobs use. Tests may replace the clock. */
export interface Clock {
  /** Returns the time in ms since 1970. */
  now(): number
  /** Returns the uptime of the machine in ms. A change of the machine's time does not affect it. */
  steady(): number
  /**
   * Starts a timer that calls `run` after `ms` milliseconds. Returns a function that cancels the
   * timer.
   */
  after(ms: number, run: () => void): () => void
}

/** Clock of the machine. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => uptime() * 1000,
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

/**
 * Returns a clock that starts at the present time of the given clock and then follows the uptime,
 * so that setting the machine's time does not affect it.
 */
export const unsettable = ({ now, steady, after }: Clock): Clock => {
  const [start, startSteady] = [now(), steady()]
  return { now: () => start + steady() - startSteady, steady, after }
}
