import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** Waiting list: students who wait for a seat in a full class (docs/domain.md 2.4). */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    create table daftar_tunggu (
      BASE, peserta_id integer not null references "user"(id), peserta_nama TEXT not null,
      kursus_pelatih_id integer not null references kursus_pelatih(id),
      gedung_id integer not null references gedung(id), catatan TEXT, cari TEXT not null,
      unique (kursus_pelatih_id, peserta_id));
    create index daftar_tunggu_peserta on daftar_tunggu(peserta_id);
    create index daftar_tunggu_gedung on daftar_tunggu(gedung_id);
    create index daftar_tunggu_dibuat on daftar_tunggu(created_at, id)
  `,
  )
