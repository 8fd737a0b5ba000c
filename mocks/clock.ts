/** A clock that a test holds. */
import type { Clock } from '#server/jobs/clock.ts'

export interface HeldClock extends Clock {
  /** Goes on by so much: what was to run until then runs, in its order. */
  go: (ms: number) => Promise<void>
  /** Goes on to a moment without running anything, as while the machine sleeps. */
  jump: (iso: string) => void
  /** Is set to a moment, while no time goes by. */
  set: (iso: string) => void
}

/** Turns of the event loop that work begun by a timer gets to reach its next wait. */
const turns = 50
const settle = async () => {
  for (let n = 0; n < turns; n++) await new Promise((resolve) => setImmediate(resolve))
}

/** A clock that stands at a moment until it is told to go on. */
export const holdClock = (iso: string): HeldClock => {
  let now = Date.parse(iso)
  /** How far the clock was set ahead. */
  let ahead = 0
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => now + ahead,
    steady: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    go: async (ms) => {
      const until = now + ms
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)
        if (!next) break
        now = Math.max(now, next.at)
        timers = timers.filter((other) => other !== next)
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
