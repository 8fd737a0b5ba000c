/**
 * Register of all concurrency limiters of this process. Tests read it after hostile requests: a
 * place that is never released would block a kind of work until the next start.
 */

/** Number of running and of waiting tasks. */
export interface Load {
  running: number
  waiting: number
}

const limiters: { name: string; load: () => Load }[] = []

/** Adds a limiter to the register; `name` describes the limited work. */
export const registerLimiter = (name: string, load: () => Load): void => {
  limiters.push({ name, load })
}

/** Returns the limiters with running or waiting tasks, by name; empty when all places are free. */
export const busyLimiters = (): Record<string, Load> =>
  Object.fromEntries(
    limiters
      .map(({ name, load }) => [name, load()] as const)
      .filter(([, { running, waiting }]) => running > 0 || waiting > 0),
  )
