/** Walk: a single test that checks many cases, such as every resource, route, role or field. */
import { expect, test } from 'vitest'

/** Case of a walk. The name of the case is the string, its `path`, or the first list element. */
type Case = string | { path: string } | readonly [name: string, ...rest: unknown[]]
type Arguments<T> = T extends readonly unknown[] ? T : [T]

const nameOf = (item: Case): string => {
  if (typeof item === 'string') return item
  return 'path' in item ? item.path : item[0]
}
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 1500)

interface Options {
  /** Timeout of all cases together, in ms. */
  timeout?: number
  /** Undoes the changes of a case. Runs after each case, even after a failed case. */
  after?: () => Promise<void>
}
/**
 * Declares one test over all cases; it is called like `test.each`. The test checks every case and
 * then fails once, with the name and message of each failed case. A walk without cases fails,
 * because an empty list is a mistake.
 */
export const walk =
  <T extends Case>(cases: readonly T[]) =>
  (
    title: string,
    check: (...given: Arguments<T>) => unknown,
    { timeout = 300_000, after }: Options = {},
  ) =>
    // The lint rule requires a literal title, but here the title is a parameter.
    // oxlint-disable-next-line vitest/valid-title
    test(title, { timeout }, async () => {
      expect(cases.length, 'cases').toBeGreaterThan(0)
      const failures: string[] = []
      for (const item of cases) {
        const args = (Array.isArray(item) ? item : [item]) as unknown as Arguments<T>
        try {
          await check(...args)
        } catch (error) {
          failures.push(`${nameOf(item)}: ${messageOf(error)}`)
        }
        await after?.()
      }
      if (failures.length > 0)
        throw new Error(`${failures.length} of ${cases.length} failed\n\n${failures.join('\n\n')}`)
    })
