/**
 * Set-up of each API test file, before its imports run. In the Vitest project api-postgres, sets
 * `DATABASE_URL` to a new, empty PostgreSQL database for the file. In api-sqlite, `DATABASE_URL` is
 * unset, which selects SQLite.
 */
import { afterAll, expect, inject, vi } from 'vitest'
import { busyLimiters } from '#server/runtime/limiters.ts'
import { nameStatements } from './lint/namedStatements.ts'
import { freshDatabase } from './postgres.ts'
import { compiled } from './process.ts'

process.env.TZ = 'UTC'
process.env.LOG_LEVEL ??= 'silent'
delete process.env.DATABASE_URL
delete process.env.DATA_DIR
// Sets Node's compile cache, so that servers started by tests load compiled code.
Object.assign(process.env, compiled)
if (process.env.ENGINE === 'postgres') {
  const { url, drop } = await freshDatabase(inject('postgres'))
  process.env.DATABASE_URL = url
  process.env.DATA_KEY = Buffer.alloc(32, 7).toString('base64')
  afterAll(drop)
  // Tests send named statements. Exceptions are the tests of the database connection and of
  // backups, which must send statements exactly as the server does.
  nameStatements(!/server\/(db|backup)\//.test(expect.getState().testPath ?? ''))
}
// Finds tasks that a limiter still counts although they have ended. Waits, because a task may end
// shortly after its response.
afterAll(() =>
  vi.waitFor(() => {
    const busy = Object.keys(busyLimiters())
    if (busy.length > 0) throw new Error(`Busy limiters: ${busy.join(', ')}`)
  }, 5000),
)
