import 'vitest'

declare module 'vitest' {
  /** Values that scripts/vitest.postgres.ts provides to the workers of a test run on PostgreSQL. */
  interface ProvidedContext {
    postgres: string
    run: string
  }
}
