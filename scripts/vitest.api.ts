/**
 * Set-up of each API test file, before the imports of the file run. `DATABASE_URL` names an empty
 * PostgreSQL database for the file (project api-postgres) or is unset, which selects SQLite
 * (project api-sqlite).
 */
import { afterAll, expect, inject } from 'vitest'
import { nameStatements } from './lint/namedStatements.ts'
import { freshDatabase } from './postgres.ts'
import { compiled } from './process.ts'

process.env.TZ = 'UTC'
process.env.LOG_LEVEL ??= 'silent'
delete process.env.DATABASE_URL
delete process.env.DATA_DIR
// Compile cache of the server, so that child processes start with compiled code.
Object.assign(process.env, compiled)
if (process.env.ENGINE === 'postgres') {
  const { url, drop } = await freshDatabase(inject('postgres'))
  process.env.DATABASE_URL = url
  process.env.DATA_KEY = Buffer.alloc(32, 7).toString('base64')
  afterAll(drop)
  // Off in tests of the connection itself, which must send statements as the server does.
  nameStatements(!/server\/(db|backup)\//.test(expect.getState().testPath ?? ''))
}
