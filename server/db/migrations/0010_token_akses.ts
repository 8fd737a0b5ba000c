import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Personal access tokens (docs/domain.md 2.1). `kode` and `gedung` are JSON lists of the chosen
 * access codes and outlets. Only the hash of a token is stored.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    create table token_akses (
      id ID, user_id integer not null references "user"(id) on delete cascade, nama TEXT not null,
      awalan TEXT not null, token_hash TEXT not null unique, token_versi integer not null,
      kode TEXT not null, gedung TEXT not null, dibuat TEXT not null, terpakai TEXT,
      kedaluwarsa TEXT not null);
    create index token_akses_user on token_akses(user_id);
    create index token_akses_kedaluwarsa on token_akses(kedaluwarsa)
  `,
  )
