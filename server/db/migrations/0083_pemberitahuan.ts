import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * What has happened that concerns somebody. `kunci` keeps what the clock tells from being told
 * twice; `dikirim_at`: it went into a mail.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  create table pemberitahuan (id ID, user_id integer not null references "user"(id), teks TEXT not null, rute TEXT not null, rute_id integer, kunci TEXT, created_at TEXT not null, dibaca_at TEXT, dikirim_at TEXT);
  create unique index pemberitahuan_kunci on pemberitahuan(user_id, kunci) where kunci is not null;
  create index pemberitahuan_user on pemberitahuan(user_id, id);
  create index pemberitahuan_belum on pemberitahuan(user_id) where dibaca_at is null;
  create index pemberitahuan_dibuat on pemberitahuan(created_at)
`,
  )
