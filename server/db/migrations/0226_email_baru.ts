import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** Mail addresses by which staff wants somebody to sign in, until the new address confirms. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    create table email_baru (user_id integer primary key references "user"(id) on delete cascade,
      email TEXT not null, token_hash TEXT not null unique, segel TEXT not null, dibuat TEXT not null,
      dibuat_oleh integer not null references "user"(id), kedaluwarsa TEXT not null);
    create index email_baru_dibuat_oleh on email_baru(dibuat_oleh)
  `,
  )
