/**
 * Register of all concurrency limiters of this process. The metrics show it. Tests read it after
 * hostile requests, to find tasks that a limiter never stops counting: such tasks would block other
 * tasks until the server restarts.
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

/** Returns the load of each limiter. */
export const allLimiters = (): { name: string; load: Load }[] =>
  limiters.map(({ name, load }) => ({ name, load: load() }))

/**
 * Returns the load of each limiter that has running or waiting tasks, by the name of the limiter;
 * empty when all limiters are idle.
 */
export const busyLimiters = (): Record<string, Load> =>
  Object.fromEntries(
    allLimiters()
      .filter(({ load: { running, waiting } }) => running > 0 || waiting > 0)
      .map(({ name, load }) => [name, load]),
  )
