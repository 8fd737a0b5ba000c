/** Walks: tests that check something of every resource, route, role or field. */
import { expect, test } from 'vitest'

/** A case with its name: itself, its path, or the first of its arguments. */
type Case = string | { path: string } | readonly [name: string, ...rest: unknown[]]
type Arguments<T> = T extends readonly unknown[] ? T : [T]

const nameOf = (one: Case): string => {
  if (typeof one === 'string') return one
  return 'path' in one ? one.path : one[0]
}
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 1500)

interface Options {
  /** Milliseconds of the whole walk. */
  timeout?: number
  /** Runs after each case, also a failed one: puts back what it has changed. */
  after?: () => Promise<void>
}
/**
 * Declares one test over all cases, in the form of `test.each`. It checks every case, then fails
 * once with the name and the message of each that failed. A walk without cases fails: it has lost
 * them.
 */
export const walk =
  <T extends Case>(cases: readonly T[]) =>
  (
    title: string,
    check: (...given: Arguments<T>) => unknown,
    { timeout = 300_000, after }: Options = {},
  ) =>
    // The title is the caller's.
    // oxlint-disable-next-line vitest/valid-title
    test(title, { timeout }, async () => {
      expect(cases.length, 'cases').toBeGreaterThan(0)
      const failures: string[] = []
      for (const one of cases) {
        const given = (Array.isArray(one) ? one : [one]) as unknown as Arguments<T>
        try {
          await check(...given)
        } catch (error) {
          failures.push(`${nameOf(one)}: ${messageOf(error)}`)
        }
        await after?.()
      }
      if (failures.length > 0)
        throw new Error(`${failures.length} of ${cases.length} failed\n\n${failures.join('\n\n')}`)
    })
