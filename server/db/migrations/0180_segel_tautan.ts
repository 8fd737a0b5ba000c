import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Seals of secret links: a hash of what the account of the owner was when the link was made. A link
 * whose seal no longer fits opens nothing.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  alter table otp add column segel TEXT;
  alter table kalender add column segel TEXT
`,
  )
