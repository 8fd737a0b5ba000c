import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** When a calendar link was last read: it ends when nobody has for long. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, 'alter table kalender add column terpakai TEXT')
