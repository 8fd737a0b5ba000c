/**
 * Register of everything in this process that lets few in at a time. Tests read it after hostile
 * requests: a place that nobody gives back would end a kind of work until the next start.
 */

/** How many work and how many wait. */
export interface Load {
  running: number
  waiting: number
}

const limiters: { name: string; load: () => Load }[] = []

/** Adds a limiter to the register. `name` says what it limits. */
export const registerLimiter = (name: string, load: () => Load): void => {
  limiters.push({ name, load })
}

/** Limiters that somebody is in, by name; empty when all places are free. */
export const busyLimiters = (): Record<string, Load> =>
  Object.fromEntries(
    limiters
      .map(({ name, load }) => [name, load()] as const)
      .filter(([, { running, waiting }]) => running > 0 || waiting > 0),
  )
