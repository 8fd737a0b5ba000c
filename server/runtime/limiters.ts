/**
 * Register of all concurrency limiters of this process. Tests read it after hostile requests, to
 * find tasks that a limiter counts forever: these would block others until the next start.
 */

/** Numbers of tasks that a limiter counts as running and as waiting. */
export interface Load {
  running: number
  waiting: number
}

const limiters: { name: string; load: () => Load }[] = []

/** Adds a limiter to the register; `name` describes its tasks, `load` returns its current load. */
export const registerLimiter = (name: string, load: () => Load): void => {
  limiters.push({ name, load })
}

/**
 * Returns the load of each limiter with running or waiting tasks, by name; empty when all are idle.
 */
export const busyLimiters = (): Record<string, Load> =>
  Object.fromEntries(
    limiters
      .map(({ name, load }) => [name, load()] as const)
      .filter(([, { running, waiting }]) => running > 0 || waiting > 0),
  )
