import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** Parts of an imported file that are not read, in words: a JSON list. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, "alter table import_job add column catatan TEXT not null default '[]'")
