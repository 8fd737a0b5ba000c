import 'vitest'

declare module 'vitest' {
  /**
   * Values that scripts/vitest.postgres.ts passes to the workers of a test run on PostgreSQL: the
   * URL of the server, and a name of the run that is unique on the server.
   */
  interface ProvidedContext {
    postgres: string
    run: string
  }
}
