import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * The secret link under which somebody's lessons are read as a calendar: one at a time, and of its
 * token the hash alone.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create table kalender (user_id integer primary key references "user"(id) on delete cascade,
      token_hash TEXT not null unique, dibuat TEXT not null, dibuat_oleh integer not null)`,
  )
