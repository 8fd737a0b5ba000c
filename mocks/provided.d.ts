import 'vitest'

declare module 'vitest' {
  /** What the set-up of a run on PostgreSQL tells its workers (scripts/vitest.postgres.ts). */
  interface ProvidedContext {
    postgres: string
    run: string
  }
}
