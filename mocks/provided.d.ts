import 'vitest'

declare module 'vitest' {
  /** Values that scripts/vitest.postgres.ts passes to the workers of a test run on PostgreSQL. */
  interface ProvidedContext {
    /** URL of the PostgreSQL server. */
    postgres: string
    /** Name of the test run, which is unique on the server. */
    run: string
  }
}
