import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** The time that the scheduler has last seen, in one row: jobs compare the clock with it (0221). */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    'create table jam_server (id integer primary key check (id = 1), terlihat_at TEXT not null)',
  )
