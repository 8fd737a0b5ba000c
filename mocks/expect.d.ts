import type { Assertion } from 'vitest'

/**
 * One `Assertion` for all that tests look at: no matcher that we use has anything of the value's
 * type, and to make its 200 members anew for each of 300 types cost every type check 30 MB.
 */
declare module 'vitest' {
  interface ExpectStatic {
    (actual: unknown, message?: string): Assertion<void, unknown>
  }
}
