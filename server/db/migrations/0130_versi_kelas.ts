import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Versions of a class besides that of today, which is the row of `kursus_pelatih` (decision 0130):
 * periods that are over have a last day; at most one change is planned, which has none. `sebelum`
 * is the day before a planned change; `semula` is what stood on the class before it was planned.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  create table kursus_pelatih_versi (id ID, kursus_pelatih_id integer not null references kursus_pelatih(id), mulai TEXT not null, selesai TEXT, sebelum TEXT,
    pelatih_id integer not null references "user"(id), ruang_id integer not null references ruang(id), hari integer not null, jam_mulai TEXT not null, jam_selesai TEXT not null,
    nama TEXT not null, semula TEXT, created_at TEXT not null, created_by integer, check (jam_mulai < jam_selesai), check (mulai <= coalesce(selesai, mulai)), check ((selesai is null) = (sebelum is not null)));
  create unique index kursus_pelatih_versi_rencana on kursus_pelatih_versi(kursus_pelatih_id) where selesai is null;
  create index kursus_pelatih_versi_kelas on kursus_pelatih_versi(kursus_pelatih_id, mulai);
  create index kursus_pelatih_versi_pelatih on kursus_pelatih_versi(pelatih_id);
  create index kursus_pelatih_versi_ruang on kursus_pelatih_versi(ruang_id)
`,
  )
