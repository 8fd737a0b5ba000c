/**
 * Set-up of each API test file: `DATABASE_URL` names an empty PostgreSQL database of its own
 * (project api-postgres) or is unset, which means SQLite (project api-sqlite). Set before the
 * file's imports run.
 */
import { afterAll, expect, inject } from 'vitest'
import { nameStatements } from './lint/namedStatements.ts'
import { freshDatabase } from './postgres.ts'
import { compiled } from './process.ts'

process.env.TZ = 'UTC'
process.env.LOG_LEVEL ??= 'silent'
delete process.env.DATABASE_URL
delete process.env.DATA_DIR
// Compile cache as in the serving server, so that its child processes start with compiled code.
Object.assign(process.env, compiled)
if (process.env.ENGINE === 'postgres') {
  const { url, drop } = await freshDatabase(inject('postgres'))
  process.env.DATABASE_URL = url
  process.env.DATA_KEY = Buffer.alloc(32, 7).toString('base64')
  afterAll(drop)
  // Except in tests of the connection itself, which sends statements as the server does.
  nameStatements(!/server\/(db|backup)\//.test(expect.getState().testPath ?? ''))
}
