/**
 * Set-up of a whole run of the Vitest project api-postgres. Starts PostgreSQL and passes its URL to
 * the workers as `postgres`. Also passes `run`, the prefix for names of databases that several test
 * files use, and drops these databases at the end.
 */
import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { dropDatabases, startPostgres } from './postgres.ts'

export const setup = async (project: TestProject) => {
  const postgres = await startPostgres()
  project.provide('postgres', postgres.url)
  const run = `uji_${randomBytes(4).toString('hex')}`
  project.provide('run', run)
  return async () => {
    await dropDatabases(postgres.url, run)
    await postgres.stop()
  }
}
