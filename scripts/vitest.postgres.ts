/**
 * Once per run of the api-postgres project: a PostgreSQL, provided to the workers as `postgres`.
 */
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: string
  }
}

export const setup = async (project: TestProject) => {
  const postgres = await startPostgres()
  project.provide('postgres', postgres.url)
  return postgres.stop
}
