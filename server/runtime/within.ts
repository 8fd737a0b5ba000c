/** Limits the duration and the frequency of asynchronous work. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves to the result of `work`; rejects when `work` takes longer than `ms` milliseconds. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    sleep(ms, undefined, { ref: false }).then(() => {
      throw new Error('Terlalu lama')
    }),
  ])

/**
 * Returns a function that calls `work` at most once per `ms` milliseconds, and otherwise returns
 * the result of the last call.
 */
export const atMostEvery = <T>(ms: number, work: () => T): (() => T) => {
  let last: { result: T; until: number } | undefined
  return () => {
    const now = performance.now()
    if (!last || now >= last.until) last = { result: work(), until: now + ms }
    return last.result
  }
}
