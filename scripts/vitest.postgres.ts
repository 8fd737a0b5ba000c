/**
 * Runs once for a run of the project api-postgres. Provides a PostgreSQL to the workers as
 * `postgres`, and as `run` the name prefix of databases that outlive a test file.
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
