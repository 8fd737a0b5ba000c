import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * One-time codes, sessions that can be named without their hash, and what an applicant wants to
 * learn.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
    create table otp (id ID, email TEXT, user_id integer references "user"(id) on delete cascade, tujuan TEXT not null, kode_hash TEXT not null, dibuat TEXT not null, kedaluwarsa TEXT not null,
      percobaan integer not null default 0, dipakai_at TEXT, check (tujuan in ('reset', 'undangan')));
    create index otp_email on otp(email);
    create index otp_user on otp(user_id);
    create index otp_kode on otp(kode_hash);
    create table sesi_baru (id ID, token_hash TEXT not null unique, user_id integer not null references "user"(id), token_versi integer not null, dibuat TEXT not null, terpakai TEXT not null,
      kedaluwarsa TEXT not null, ip TEXT, agen TEXT);
    insert into sesi_baru (token_hash, user_id, token_versi, dibuat, terpakai, kedaluwarsa, ip, agen) select token_hash, user_id, token_versi, dibuat, terpakai, kedaluwarsa, ip, agen from sesi;
    drop table sesi;
    alter table sesi_baru rename to sesi;
    create index sesi_user on sesi(user_id);
    alter table peserta_profil add column kursus_minat TEXT not null default '[]'
  `,
  )
}
