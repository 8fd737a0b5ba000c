import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * A slot that is kept for a lead, or for an applicant, until its time runs out (domain.md 2.3): an
 * hour of a coach and a room, or a seat in a class. One for each of them.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  create table slot_ditahan (BASE, lead_id integer unique references lead(id), peserta_id integer unique references "user"(id), kursus_id integer not null references kursus(id),
    gedung_id integer not null references gedung(id), kursus_pelatih_id integer references kursus_pelatih(id), pelatih_id integer not null references "user"(id),
    ruang_id integer not null references ruang(id), hari integer not null, jam_mulai TEXT not null, jam_selesai TEXT not null, mulai TEXT not null,
    sampai_at TEXT not null, diperpanjang_at TEXT, check ((lead_id is null) <> (peserta_id is null)), check (hari between 1 and 7), check (jam_mulai < jam_selesai));
  create index slot_ditahan_pelatih on slot_ditahan(pelatih_id, sampai_at);
  create index slot_ditahan_ruang on slot_ditahan(ruang_id, sampai_at);
  create index slot_ditahan_kelas on slot_ditahan(kursus_pelatih_id) where kursus_pelatih_id is not null;
  create index slot_ditahan_kursus on slot_ditahan(kursus_id);
  create index slot_ditahan_gedung on slot_ditahan(gedung_id)`,
  )
