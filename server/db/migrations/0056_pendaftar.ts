import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * How far applicants are who registered by themselves (domain.md 2.3): completed, or closed with a
 * reason, and the family that would pay for them, which is a proposal until they are activated.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  alter table "user" add column dilengkapi_at TEXT;
  alter table "user" add column ditutup_at TEXT;
  alter table "user" add column alasan_tutup TEXT check (alasan_tutup in ('spam', 'ganda', 'batal', 'tidak_terhubung', 'lain'));
  alter table "user" add column catatan_tutup TEXT;
  alter table "user" add column usulan_akun_id integer references "user"(id);
  create index user_pendaftar on "user"(gedung_id, sales_id) where sumber = 'mandiri' and status = 1 and activation = 0 and ditutup_at is null;
  create index user_usulan_akun on "user"(usulan_akun_id) where usulan_akun_id is not null
`,
  )
