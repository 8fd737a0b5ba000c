import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * The second factor of who has one or is setting one up. Its secret is in `rahasia`, in the columns
 * `totp` and, until the first code has come, `totp_baru`. `langkah` is the last step of 30 seconds
 * whose code was used: neither it nor an older one is taken again.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    create table dua_langkah (user_id integer primary key references "user"(id) on delete cascade,
      aktif_at TEXT, disiapkan_at TEXT, langkah integer not null default 0);
    create table kode_pemulihan (id ID, user_id integer not null references "user"(id)
      on delete cascade, kode_hash TEXT not null, dipakai_at TEXT);
    create unique index kode_pemulihan_kode on kode_pemulihan(user_id, kode_hash)
  `,
  )
