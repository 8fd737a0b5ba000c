import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * When a coach may teach (domain.md 2.4): a missing slot is 3, cannot. The grid is saved as one,
 * under one version.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  create table jadwal_kosong_pelatih (pelatih_id integer not null references "user"(id) on delete cascade, hari integer not null, jam TEXT not null, status integer not null,
    primary key (pelatih_id, hari, jam), check (hari between 1 and 7), check (status between 1 and 3));
  create table jadwal_kosong_versi (pelatih_id integer primary key references "user"(id) on delete cascade, versi integer not null, updated_at TEXT not null, updated_by integer)
`,
  )
