/** Clock of the server's jobs that a test controls. */
import type { Clock } from '#server/jobs/scheduler/clock.ts'

export interface HeldClock extends Clock {
  /** Advances the clock by `ms` and runs the timers due until then, in order. */
  go: (ms: number) => Promise<void>
  /**
   * Sets the wall clock and the steady clock to an instant without running timers, as when the
   * machine sleeps.
   */
  jump: (iso: string) => void
  /** Sets only the wall clock to an instant, as when an operator corrects the system time. */
  set: (iso: string) => void
}

/** Number of event loop turns to wait after a timer, so that its asynchronous work can go on. */
const turns = 50
const settle = async () => {
  for (let n = 0; n < turns; n++) await new Promise((resolve) => setImmediate(resolve))
}

/** Creates a clock that stays at an instant until the test changes it. */
export const holdClock = (iso: string): HeldClock => {
  let now = Date.parse(iso)
  /** Offset of the wall clock from the steady clock, in ms. */
  let ahead = 0
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => now + ahead,
    steady: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((entry) => entry !== timer)
      }
    },
    go: async (ms) => {
      const until = now + ms
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)
        if (!next) break
        now = Math.max(now, next.at)
        timers = timers.filter((entry) => entry !== next)
        next.run()
        await settle()
      }
      now = until
    },
    jump: (to) => {
      now = Date.parse(to) - ahead
    },
    set: (to) => {
      ahead = Date.parse(to) - now
    },
  }
}
