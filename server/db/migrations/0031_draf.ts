import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * The menu counts drafts at every visit: of half a million bills they are a handful, found here.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, `create index billing_draf on billing(gedung_id) where status = 0 and void_at is null`)
