import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * What a class or an enrolment stands against all the same, and why; and whether a coach who wants
 * to be asked first has agreed to the hour of a class.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    alter table kursus_pelatih add column bentrok TEXT not null default '[]';
    alter table kursus_pelatih add column alasan_bentrok TEXT;
    alter table kursus_pelatih add column tanya_dulu BIT not null default 0;
    alter table kursus_pelatih add column tanya_dulu_disetujui_at TEXT;
    alter table kursus_pelatih add column tanya_dulu_disetujui_oleh integer;
    alter table kursus_peserta add column bentrok TEXT not null default '[]';
    alter table kursus_peserta add column alasan_bentrok TEXT;
    create index kursus_pelatih_menunggu on kursus_pelatih(pelatih_id)
      where tanya_dulu = 1 and tanya_dulu_disetujui_at is null
`,
  )
