import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Devices that have logged in before; whose request a code answers; and what a sweep needs to find,
 * without reading all, what is over. Counters begin anew: none of them is older than a day.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    create table perangkat (id ID, user_id integer not null references "user"(id) on delete cascade,
      token_hash TEXT not null unique, token_versi integer not null, dibuat TEXT not null,
      terpakai TEXT not null);
    create index perangkat_user on perangkat(user_id);
    create index perangkat_terpakai on perangkat(terpakai);
    alter table otp add column peminta TEXT;
    create index otp_kedaluwarsa on otp(kedaluwarsa);
    create index sesi_terpakai on sesi(terpakai);
    create index sesi_kedaluwarsa on sesi(kedaluwarsa);
    delete from batas_laju;
    alter table batas_laju add column sampai TEXT;
    create index batas_laju_sampai on batas_laju(sampai);
    create index idempotensi_selesai on idempotensi(created_at) where jawaban is not null
  `,
  )
